/** Where a login leads: the dashboard's address that was asked for, or the dashboard. Only same-site relative addresses count. */
export function safeReturnTo(target: string | null | undefined): string {
  const home = "/dashboard";
  if (!target?.startsWith(home)) return home;
  // Read as a browser reads it: "..", backslashes and control characters must not lead out of the dashboard or the site.
  const origin = "http://parley.invalid";
  if (!URL.canParse(target, origin)) return home;
  const url = new URL(target, origin);
  const inside = url.origin === origin && (url.pathname === home || url.pathname.startsWith(`${home}/`));
  return inside ? url.pathname + url.search + url.hash : home;
}

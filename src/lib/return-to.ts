/** Where a login leads: the dashboard's address that was asked for, or the dashboard. Only same-site relative addresses count. */
export function safeReturnTo(target: string | null | undefined): string {
  if (!target?.startsWith("/dashboard")) return "/dashboard";
  // Browsers read a backslash as a slash and drop control characters: neither may smuggle in another host.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
  return /[\\\u0000-\u001f]|^\/\//.test(target) ? "/dashboard" : target;
}

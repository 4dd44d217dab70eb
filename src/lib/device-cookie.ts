/**
 * A cookie that a page writes by itself, as text for `document.cookie`: how it looks and which language it speaks, never who somebody is.
 * @param seconds how long the browser keeps it
 * @param protocol the page's; from an encrypted one it goes over encrypted connections alone
 */
export const deviceCookie = (name: string, value: string, seconds: number, protocol: string): string =>
  `${name}=${value}; path=/; max-age=${seconds}; samesite=lax${protocol === "https:" ? "; secure" : ""}`;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether what is sent to an address is encrypted, or does not leave this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || isThisMachine(hostname);
}

/** Whether what is sent to a server by its host's name, as an address has it, stays on this machine. */
export const isThisMachine = (hostname: string): boolean => LOOPBACK.includes(hostname);

/** Whether a database's address leads to another machine without a word on encryption: `sslmode=disable` is one, too. */
export function isOpenLine(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  return hostname !== "" && !isThisMachine(hostname) && !searchParams.has("sslmode") && !searchParams.has("ssl");
}

/** Whether an address names a site, and no place within one: no path but slashes, nothing to ask for, nobody's name. */
export function isWholeSite(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { href, origin } = new URL(text);
  return withoutSlash(href) === origin;
}

/** An address to which paths are added. */
export const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, "");

export const partsOf = (list: string): string[] => list.split(",").map((part) => part.trim());

/** A list of origins to which something may be sent. */
export const areOrigins = (list: string): boolean => partsOf(list).every((part) => isSafeAddress(part) && new URL(part).origin === part);

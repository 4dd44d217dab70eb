const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/** Whether what is sent to an address is encrypted, or does not leave this machine. */
export function isSafeAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === "https:" || LOOPBACK.includes(hostname);
}

/** An address to which paths are added. */
export const withoutSlash = (address: string): string => address.replace(/(?<!\/)\/+$/, "");

export const partsOf = (list: string): string[] => list.split(",").map((part) => part.trim());

/** A list of origins to which something may be sent. */
export const areOrigins = (list: string): boolean => partsOf(list).every((part) => isSafeAddress(part) && new URL(part).origin === part);

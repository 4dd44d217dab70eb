import { hkdfSync } from "node:crypto";

/**
 * What the app signs and seals with: the first makes, each of them opens. A secret is changed without a break by putting the new one
 * first and the old one behind it, for as long as what was made with that is to be taken.
 */
export type Secrets = readonly [current: string, ...previous: string[]];

/** Names a secret without telling anything of it: 8 URL-safe characters, derived as keys are (HKDF, RFC 5869). */
export const secretId = (secret: string): string => Buffer.from(hkdfSync("sha256", secret, "", "id", 6)).toString("base64url");

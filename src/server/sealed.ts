import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { type Secrets, secretId } from "./secrets";

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyFor = (secret: string, purpose: string): Buffer => Buffer.from(hkdfSync("sha256", secret, "", `sealed:${purpose}`, 32));

/** Between the name of the secret and what is sealed with it; base64url has none. */
const DOT = ".";

/**
 * Text that only this app can read back (AES-256-GCM under a key per purpose): a copy of the database alone shows nothing of it.
 * @returns the secret's name, a dot, and nonce, tag and text in base64url
 */
export function seal([secret]: Secrets, purpose: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", keyFor(secret, purpose), nonce);
  const body = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return secretId(secret) + DOT + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
}

/** How everything begins that is sealed with the current secret. */
export const sealedPrefix = ([secret]: Secrets): string => secretId(secret) + DOT;

/** @throws when it was sealed under another secret or purpose, or changed since */
export function unseal(secrets: Secrets, purpose: string, sealed: string): string {
  const dot = sealed.indexOf(DOT);
  const body = sealed.slice(dot + 1);
  // The first releases did not say which secret it was: there was one.
  if (dot < 0) return openAny(secrets, purpose, body);
  const secret = secrets.find((one) => secretId(one) === sealed.slice(0, dot));
  if (secret === undefined) throw new Error("sealed with a secret that is not known any more");
  return open(secret, purpose, body);
}

function openAny([secret, ...others]: readonly string[], purpose: string, sealed: string): string {
  try {
    return open(secret ?? "", purpose, sealed);
  } catch (error) {
    if (others.length === 0) throw error;
    return openAny(others, purpose, sealed);
  }
}

function open(secret: string, purpose: string, sealed: string): string {
  const bytes = Buffer.from(sealed, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", keyFor(secret, purpose), bytes.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]).toString("utf8");
}

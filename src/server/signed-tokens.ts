import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, stringify, validate } from "uuid";
import type { Secrets } from "./secrets";

const TAG_BYTES = 16;

const tag = (secret: string, purpose: string, id: Uint8Array): Buffer =>
  createHmac("sha256", secret).update(`${purpose}\0`).update(id).digest().subarray(0, TAG_BYTES);

/** A row's id with a 128-bit HMAC, as 43 URL-safe characters: nothing to store, nothing to guess. One purpose's token opens no other. */
export function signedToken([secret]: Secrets, purpose: string, id: string): string {
  const bytes = parse(id);
  return Buffer.concat([bytes, tag(secret, purpose, bytes)]).toString("base64url");
}

/** The id of a token made for this purpose, or undefined. A token has one spelling: where four would name the same bytes, three open nothing. */
export function openToken(secrets: Secrets, purpose: string, token: string): string | undefined {
  const bytes = Buffer.from(token, "base64url");
  // The last of 43 letters holds two bits of nothing, and the decoder takes padding, blanks and the other alphabet (RFC 4648, 3.5).
  if (bytes.length !== 16 + TAG_BYTES || bytes.toString("base64url") !== token) return undefined;
  const id = bytes.subarray(0, 16);
  if (!secrets.some((secret) => timingSafeEqual(bytes.subarray(16), tag(secret, purpose, id)))) return undefined;
  const text = stringify(id);
  return validate(text) ? text : undefined;
}

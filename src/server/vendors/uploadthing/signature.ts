import { createHmac, timingSafeEqual } from "node:crypto";
import type { Secrets } from "../../secrets";

const PREFIX = "hmac-sha256=";

/** UploadThing's signature of a payload: HMAC-SHA-256 under the API key, in hex. */
export const sign = (payload: string, apiKey: string): string => PREFIX + createHmac("sha256", apiKey).update(payload).digest("hex");

export function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}

/**
 * The query of an address that one of the keys signed and whose time is not over; undefined otherwise. The signature covers
 * everything before `&signature=`, the configured origin included: a Host header has no say.
 */
export function verifySignedUrl(url: string, apiKeys: Secrets, now: number): URLSearchParams | undefined {
  const at = url.lastIndexOf("&signature=");
  if (at < 0) return undefined;
  const given = url.slice(at + "&signature=".length);
  // Compared as the SDK writes it and as it reads decoded, so that nothing has to be decoded that may not be decodable.
  const signed = apiKeys
    .map((apiKey) => sign(url.slice(0, at), apiKey))
    .some((expected) => sameSecret(given, encodeURIComponent(expected)) || sameSecret(given, expected));
  if (!signed) return undefined;
  const query = new URL(url).searchParams;
  return Number(query.get("expires")) > now ? query : undefined;
}

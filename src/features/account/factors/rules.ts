import { Secret, TOTP } from "otpauth";

const ISSUER = "Parley";
/** RFC 6238's usual parameters, the only ones that every authenticator app knows. */
const PERIOD_SECONDS = 30;
/** One step of clock drift either way is allowed (RFC 6238, 5.2). */
const WINDOW = 1;

const totp = (secret: string, label: string): TOTP =>
  new TOTP({ issuer: ISSUER, label, algorithm: "SHA1", digits: 6, period: PERIOD_SECONDS, secret: Secret.fromBase32(secret) });

/** 160 random bits in base32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** What an authenticator app reads from the QR code. */
export const totpUri = (secret: string, label: string): string => totp(secret, label).toString();

/** The time step that a code belongs to, or undefined when it is wrong. */
export function totpStep(secret: string, code: string, now: Date): number | undefined {
  const token = code.replaceAll(/\s/g, "");
  if (!/^\d{6}$/.test(token)) return undefined;
  const delta = totp(secret, "").validate({ token, timestamp: now.getTime(), window: WINDOW });
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / PERIOD_SECONDS) + delta;
}

const ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789";
const CODE_LENGTH = 24;

/**
 * A recovery code of 118 random bits, in six groups that can be copied by hand: beyond 112 a plain hash keeps it (OWASP ASVS 5.0, 6.5.2).
 * @param random as many bytes as wanted
 */
export function recoveryCode(random: (bytes: number) => Uint8Array): string {
  let letters = "";
  // Bytes beyond the last whole multiple would favour some letters.
  const fair = 256 - (256 % ALPHABET.length);
  while (letters.length < CODE_LENGTH) {
    for (const byte of random(CODE_LENGTH)) if (byte < fair && letters.length < CODE_LENGTH) letters += ALPHABET[byte % ALPHABET.length];
  }
  return letters.replaceAll(/(.{4})(?=.)/g, "$1-");
}

/** The form in which codes are compared, however they were typed. */
export const normaliseRecoveryCode = (code: string): string => code.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

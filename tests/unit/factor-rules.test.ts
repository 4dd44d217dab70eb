import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { newTotpSecret, normaliseRecoveryCode, recoveryCode, totpStep, totpUri } from "@/features/account/factors/rules";

describe("codes of an authenticator app", () => {
  // RFC 6238, appendix B, the rows of SHA-1: the secret "12345678901234567890" in base32, and the last six digits.
  const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const at = (seconds: number) => new Date(seconds * 1000);

  it.each([
    [59, "287082"],
    [1111111109, "081804"],
    [1111111111, "050471"],
    [1234567890, "005924"],
    [2000000000, "279037"],
    [20000000000, "353130"],
  ])("at %i seconds the code is %s", (seconds, code) => {
    expect(totpStep(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
  });

  it("belong to the step in which they were shown, one early or late is fine", () => {
    const shown = 1111111109;
    const step = Math.floor(shown / 30);
    expect(totpStep(SECRET, "081804", at(shown + 30))).toBe(step);
    expect(totpStep(SECRET, "081804", at(shown - 30))).toBe(step);
    for (const off of [-90, -61, 61, 90, 3600]) expect(totpStep(SECRET, "081804", at(shown + off))).toBeUndefined();
  });

  it.each(["081 804", " 081804 ", "0818 04\n"])("may be typed as %j", (code) => {
    expect(totpStep(SECRET, code, at(1111111109))).toBe(37037036);
  });

  it.each(["", "81804", "0818040", "08180a", "081805", "-81804", "٠٨١٨٠٤", "081804; --", "1e5"])("%j is none", (code) => {
    expect(totpStep(SECRET, code, at(1111111109))).toBeUndefined();
  });

  it("come from 160 random bits that an app can read", () => {
    const secrets = Array.from({ length: 50 }, newTotpSecret);
    expect(new Set(secrets).size).toBe(50);
    for (const secret of secrets) expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(totpUri(SECRET, "ada+test@example.com"));
    expect(uri.protocol).toBe("otpauth:");
    expect(uri.host).toBe("totp");
    expect(decodeURIComponent(uri.pathname)).toBe("/Parley:ada+test@example.com");
    const { secret, issuer, algorithm = "SHA1", digits = "6", period = "30" } = Object.fromEntries(uri.searchParams);
    expect({ secret, issuer, algorithm, digits, period }).toEqual({
      secret: SECRET,
      issuer: "Parley",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

describe("recovery codes", () => {
  const FORM = /^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/;

  it("have six groups of letters that look like no other, and more than 112 bits in them", () => {
    const codes = Array.from({ length: 2000 }, () => recoveryCode(randomBytes));
    expect(new Set(codes).size).toBe(2000);
    for (const code of codes) expect(code).toMatch(FORM);
    // Which letters each place can have: more than 112 bits may be kept as a plain hash.
    const bare = codes.map((code) => code.replaceAll("-", ""));
    const choices = Array.from({ length: 24 }, (_, place) => new Set(bare.map((code) => code[place])).size);
    expect(choices.reduce((bits, letters) => bits + Math.log2(letters), 0)).toBeGreaterThan(112);
    // And none follows from the one before it: pairs of neighbours are nearly all there.
    const pairs = new Set(bare.flatMap((code) => Array.from({ length: 23 }, (_, place) => code.slice(place, place + 2))));
    expect(pairs.size).toBe(31 * 31);
  });

  it("favour no letter: bytes beyond the last whole multiple are left out", () => {
    const letters = new Map<string, number>();
    for (let byte = 0; byte < 256; byte++) {
      let asked = 0;
      const [letter = ""] = recoveryCode((count) => new Uint8Array(count).fill(asked++ === 0 ? byte : 0));
      if (asked === 1) letters.set(letter, (letters.get(letter) ?? 0) + 1);
    }
    // 31 letters, eight bytes each; the other eight bytes were thrown again.
    expect([...letters.values()]).toEqual(Array.from({ length: 31 }, () => 8));
  });

  it("ask for more bytes when some could not be used", () => {
    let asked = 0;
    const stingy = (count: number) => {
      asked++;
      return asked === 1 ? new Uint8Array(count).fill(255) : new Uint8Array(count);
    };
    expect(recoveryCode(stingy)).toBe("aaaa-aaaa-aaaa-aaaa-aaaa-aaaa");
    expect(asked).toBe(2);
  });

  it.each(["abcd-efgh-jkmn-pqrs", "ABCD-EFGH-JKMN-PQRS", " abcd efgh jkmn pqrs ", "abcdefghjkmnpqrs", "abcd–efgh.jkmn_pqrs"])(
    "are one, typed as %j",
    (typed) => {
      expect(normaliseRecoveryCode(typed)).toBe("abcdefghjkmnpqrs");
    },
  );
});

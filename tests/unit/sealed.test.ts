import { createCipheriv, createDecipheriv, hkdfSync } from "node:crypto";
import { describe, expect, it } from "vitest";
import { seal, sealedPrefix, unseal } from "@/server/sealed";

const SECRET = "s".repeat(48);
const TEXT = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";

/** What stands behind the secret's name. */
const bodyOf = (sealed: string): string => sealed.slice(sealed.indexOf(".") + 1);

describe("sealed texts", () => {
  it.each(["", TEXT, "面试 🙂 مقابلة", "x".repeat(10_000), "\u0000"])("come back as they were: %j", (text) => {
    expect(unseal([SECRET], "totp", seal([SECRET], "totp", text))).toBe(text);
  });

  it("are AES-256-GCM under a key that is derived for the purpose, today as when they were kept", () => {
    const key = Buffer.from(hkdfSync("sha256", SECRET, "", "sealed:totp", 32));
    const bytes = Buffer.from(bodyOf(seal([SECRET], "totp", TEXT)), "base64url");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12), { authTagLength: 16 }).setAuthTag(bytes.subarray(12, 28));
    expect(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString()).toBe(TEXT);
    const nonce = Buffer.alloc(12, 7);
    const cipher = createCipheriv("aes-256-gcm", key, nonce);
    const body = Buffer.concat([cipher.update(TEXT), cipher.final()]);
    const made = Buffer.concat([nonce, cipher.getAuthTag(), body]).toString("base64url");
    expect(unseal([SECRET], "totp", sealedPrefix([SECRET]) + made)).toBe(TEXT);
    // Written down: the database holds such texts for years, in both forms.
    expect(unseal([SECRET], "totp", "xVUW8ClR.ABEiM0RVZneImaq7zaybuxNL33QDNpdk207YuB34JXdXEH1O7QagMRwV34o9bn1up03iDK6LzezYp4IC")).toBe(
      TEXT,
    );
    expect(unseal([SECRET], "totp", "ABEiM0RVZneImaq7zaybuxNL33QDNpdk207YuB34JXdXEH1O7QagMRwV34o9bn1up03iDK6LzezYp4IC")).toBe(TEXT);
  });

  it("show nothing of the text and are never the same twice", () => {
    const sealed = Array.from({ length: 100 }, () => seal([SECRET], "totp", TEXT));
    expect(new Set(sealed).size).toBe(100);
    for (const one of sealed) {
      expect(one).toMatch(/^[\w-]{8}\.[\w-]+$/);
      expect(Buffer.from(bodyOf(one), "base64url").toString("latin1")).not.toContain(TEXT);
    }
  });

  it("open under their own secret and purpose only", () => {
    const sealed = seal([SECRET], "totp", TEXT);
    expect(() => unseal([`${SECRET}x`], "totp", sealed)).toThrow();
    expect(() => unseal([SECRET], "other", sealed)).toThrow();
    expect(() => unseal([""], "totp", sealed)).toThrow();
  });

  it("say which secret it was without telling it, and open with whichever it was", () => {
    const other = "o".repeat(48);
    const sealed = seal([SECRET, other], "totp", TEXT);
    expect(sealed.startsWith(sealedPrefix([SECRET]))).toBe(true);
    expect(sealedPrefix([SECRET])).not.toBe(sealedPrefix([other]));
    expect(unseal([other, SECRET], "totp", sealed)).toBe(TEXT);
    expect(() => unseal([other], "totp", sealed)).toThrow();
    // Under another's name the right secret is not even tried.
    expect(() => unseal([SECRET, other], "totp", sealedPrefix([other]) + sealed.slice(sealedPrefix([SECRET]).length))).toThrow();
  });

  it("of the first releases, which name no secret, are tried with each", () => {
    const older = seal([SECRET], "totp", TEXT).slice(sealedPrefix([SECRET]).length);
    expect(unseal([SECRET], "totp", older)).toBe(TEXT);
    expect(unseal(["o".repeat(48), SECRET], "totp", older)).toBe(TEXT);
    expect(() => unseal(["o".repeat(48)], "totp", older)).toThrow();
  });

  it("refuse every change, wherever it is", () => {
    const bytes = Buffer.from(bodyOf(seal([SECRET], "totp", TEXT)), "base64url");
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(() => unseal([SECRET], "totp", sealedPrefix([SECRET]) + changed.toString("base64url"))).toThrow();
    }
  });

  it("refuse what is cut off, lengthened, or no sealed text at all", () => {
    const bytes = Buffer.from(bodyOf(seal([SECRET], "totp", TEXT)), "base64url");
    const wrong = [
      bytes.subarray(0, -1),
      bytes.subarray(1),
      bytes.subarray(0, 28),
      bytes.subarray(0, 20),
      Buffer.concat([bytes, Buffer.from([0])]),
    ];
    for (const one of wrong) expect(() => unseal([SECRET], "totp", sealedPrefix([SECRET]) + one.toString("base64url"))).toThrow();
    for (const text of ["", "x", "not base64 !!!"]) expect(() => unseal([SECRET], "totp", text)).toThrow();
  });

  it("refuse a tag that was shortened: less of it would be easier to guess", () => {
    const bytes = Buffer.from(bodyOf(seal([SECRET], "totp", "")), "base64url");
    expect(bytes).toHaveLength(28);
    for (const tag of [4, 8, 12, 15]) expect(() => unseal([SECRET], "totp", bytes.subarray(0, 12 + tag).toString("base64url"))).toThrow();
  });
});

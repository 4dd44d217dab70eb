import { createHmac, randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { openToken, signedToken } from "@/server/signed-tokens";

const SECRET = "a secret of more than thirty-two characters";

describe("signed tokens", () => {
  it("open to the id they were made of", () => {
    for (let tried = 0; tried < 50; tried++) {
      const id = randomUUID();
      const token = signedToken([SECRET], "share-link", id);
      expect(token).toMatch(/^[\w-]{43}$/);
      expect(openToken([SECRET], "share-link", token)).toBe(id);
    }
  });

  it("are the id and 128 bits of its HMAC-SHA-256, today as when they were sent out", () => {
    const id = "0190a5f0-1234-7abc-8def-0123456789ab";
    const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
    const tag = createHmac("sha256", SECRET).update("share-link\0").update(bytes).digest().subarray(0, 16);
    expect(Buffer.from(signedToken([SECRET], "share-link", id), "base64url")).toEqual(Buffer.concat([bytes, tag]));
    // Written down: such a token stands in mails and in links that people keep.
    expect(openToken([SECRET], "share-link", "AZCl8BI0eryN7wEjRWeJq4vM8yCPopsuHx8r1sVE2pI")).toBe(id);
  });

  it("are the same for the same id, so that nothing has to be stored", () => {
    const id = randomUUID();
    expect(signedToken([SECRET], "share-link", id)).toBe(signedToken([SECRET], "share-link", id));
  });

  it("of one purpose open no other", () => {
    const id = randomUUID();
    const token = signedToken([SECRET], "share-link", id);
    for (const purpose of ["reset-password", "share-lin", "share-link ", "", "share-link\0"])
      expect(openToken([SECRET], purpose, token)).toBeUndefined();
    expect(signedToken([SECRET], "reset-password", id)).not.toBe(token);
  });

  it("of another secret do not open", () => {
    expect(openToken([`${SECRET}!`], "share-link", signedToken([SECRET], "share-link", randomUUID()))).toBeUndefined();
  });

  it("changed in any byte do not open", () => {
    const bytes = Buffer.from(signedToken([SECRET], "share-link", randomUUID()), "base64url");
    expect(bytes).toHaveLength(32);
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(openToken([SECRET], "share-link", changed.toString("base64url"))).toBeUndefined();
    }
  });

  it("in another spelling of the same bytes do not open", () => {
    const token = signedToken([SECRET], "share-link", randomUUID());
    const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    const last = alphabet.indexOf(token.slice(-1));
    const twins = [1, 2, 3].map((bits) => token.slice(0, -1) + alphabet[last + bits]);
    for (const other of [...twins, `${token}=`, ` ${token}`, `${token}\n`]) {
      expect(Buffer.from(other, "base64url")).toEqual(Buffer.from(token, "base64url"));
      expect(openToken([SECRET], "share-link", other)).toBeUndefined();
    }
  });

  it("of a wrong length do not open, nor does another's tag", () => {
    const [one, two] = [signedToken([SECRET], "share-link", randomUUID()), signedToken([SECRET], "share-link", randomUUID())];
    const swapped = Buffer.concat([Buffer.from(one, "base64url").subarray(0, 16), Buffer.from(two, "base64url").subarray(16)]);
    for (const wrong of ["", "x", one.slice(0, -2), `${one}AA`, one + two, swapped.toString("base64url"), "A".repeat(43)]) {
      expect(openToken([SECRET], "share-link", wrong)).toBeUndefined();
    }
  });
});

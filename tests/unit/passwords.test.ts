import { describe, expect, it } from "vitest";
import { isKnownPassword } from "@/server/known-passwords";
import { hashPassword, verifyPassword } from "@/server/passwords";
import { USUAL_PASSWORDS } from "@/server/usual-passwords";

const owner = { email: "amal.haddad@example.com", username: "amalh77", firstName: "Amal", lastName: "Haddad" };

describe("a password", () => {
  it.each([
    "qwertyuiop",
    "4815162342",
    "1qaz2wsx3edc",
    "vinogradov",
    "zxcvasdfqwer",
    "PunkNotDead77!",
    // What is often hung on to one that is too short by itself.
    "elephant1234",
    "Liverpool2026",
    "sunshine!!",
    "ｐａｓｓｗｏｒｄ１２３",
    "interview1",
  ])("that many know is refused: %j", async (password) => expect(await isKnownPassword(password, owner)).toBe(true));

  it("that stands in the lists is refused, whichever it is, and none has left them", async () => {
    expect(USUAL_PASSWORDS.size).toBe(1108);
    const letIn = await Promise.all([...USUAL_PASSWORDS].map(async (word) => ((await isKnownPassword(word, owner)) ? [] : [word])));
    expect(letIn.flat()).toEqual([]);
  });

  it.each(["amal.haddad1", "AmalHaddad!", "haddad-amal77", "amalh77amalh77", "Parley-Amal1", "parleyinterview", "parley-2026"])(
    "that is made of whose it is, or of what this is, is refused: %j",
    async (password) => expect(await isKnownPassword(password, owner)).toBe(true),
  );

  it.each([
    "correct horse battery",
    "amal likes her garden",
    "another good password",
    "пароль без правил",
    "面试练习面试练习二十",
    "k7!q pz-0w",
  ])("that nobody would try first is fine: %j", async (password) => expect(await isKnownPassword(password, owner)).toBe(false));

  it("is kept by argon2id with today's parameters, and never twice the same", async () => {
    const [one, other] = [await hashPassword("correct horse battery"), await hashPassword("correct horse battery")];
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(one).not.toBe(other);
    expect(await verifyPassword(other, "correct horse battery")).toBe(true);
    expect(await verifyPassword(other, "correct horse batterY")).toBe(false);
  });
});

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, useHarness } from "#tests/config/harness";
import { CATALOGUES, expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { isCommonPassword } from "@/lib/common-passwords";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const newEmail = () => `${randomUUID()}@example.com`;
const register = (more: Record<string, unknown>, path = "/api/account/register") =>
  harness().call("POST", path, { body: { email: newEmail(), password: PASSWORD, firstName: "Ada", lastName: "Test", ...more } });
const login = (email: string, password: string) => harness().call("POST", "/api/account/login", { body: { email, password } });
const accountsOf = async (email: string) => (await sql`select 1 from users where lower(email) = lower(${email})`).length;

/** Characters without a pattern, so that only the length decides. */
const ofLength = (length: number) => Array.from({ length }, (_, at) => String.fromCharCode(97 + ((at * at + 3 * at) % 26))).join("");

describe("passwords", () => {
  it.each([
    [9, "tooShort", { minimum: 10 }],
    [129, "tooLong", { maximum: 128 }],
  ] as const)("of %i characters are refused", async (length, key, bounds) => {
    const answer = await register({ password: ofLength(length) });
    expectIssues(answer, ["password"]);
    expect(answer.body.issues).toEqual([{ path: ["password"], message: sentence("en", `validation.${key}`, bounds) }]);
  });

  it.each([10, 128])("of %i characters are taken and open the account", async (length) => {
    const email = newEmail();
    const password = ofLength(length);
    expect(isCommonPassword(password)).toBe(false);
    expect((await register({ email, password })).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
    expectError(await login(email, `${password.slice(0, -1)}!`), 401, "wrongCredentials");
  });

  it.each([
    "1234567890",
    "password123",
    "PASSWORD123",
    "qwertyuiop",
    "Qwerty12345",
    "aaaaaaaaaaaa",
    "abababababab",
    "abcabcabcabc",
    "2025202520252025",
  ])("%s is too common", async (password) => {
    const answer = await register({ password });
    expectIssues(answer, ["password"]);
    expect(answer.body.issues).toEqual([{ path: ["password"], message: CATALOGUES.en.validation.passwordCommon }]);
  });

  it.each([
    "correct horse battery",
    "all lower case and long",
    "пароль без правил",
    "面试练习面试练习二十",
    "          spaces count          ",
  ])("%j needs no composition rule", async (password) => {
    const email = newEmail();
    expect((await register({ email, password })).status).toBe(200);
    expect((await login(email, password)).status).toBe(200);
  });

  it("are compared exactly: case and blanks at the ends count", async () => {
    const email = newEmail();
    await register({ email, password: " Exactly This Way " });
    for (const password of ["Exactly This Way", " exactly this way ", " Exactly This Way"]) {
      expectError(await login(email, password), 401, "wrongCredentials");
    }
    expect((await login(email, " Exactly This Way ")).status).toBe(200);
  });

  it("typed in two Unicode forms are one password", async () => {
    const email = newEmail();
    await register({ email, password: "caf\u00e9 cr\u00e8me br\u00fbl\u00e9e" });
    expect((await login(email, "cafe\u0301 cre\u0300me bru\u0302le\u0301e")).status).toBe(200);
  });
});

describe("e-mail addresses", () => {
  it("are kept trimmed and in lower case", async () => {
    const email = newEmail();
    const answer = await register({ email: `  ${email.toUpperCase()}\t` });
    expect(answer.body.user.email).toBe(email);
  });

  it("that differ in case or blanks mean one account", async () => {
    const email = newEmail();
    await register({ email });
    for (const spelling of [email.toUpperCase(), ` ${email}`, `${email[0]?.toUpperCase()}${email.slice(1)} `]) {
      expectError(await register({ email: spelling }), 409, "emailTaken");
      expect((await login(spelling, PASSWORD)).status).toBe(200);
    }
    expect(await accountsOf(email)).toBe(1);
  });

  it("may have 254 characters and no more", async () => {
    const domain = `${"d".repeat(63)}.${"e".repeat(63)}.${"f".repeat(57)}.com`;
    const local = (length: number) => "l".repeat(length - domain.length - 1);
    const longest = `${local(254)}@${domain}`;
    expect(longest).toHaveLength(254);
    expect((await register({ email: longest })).status).toBe(200);
    expectIssues(await register({ email: `${local(255)}@${domain}` }), ["email"]);
  });

  it.each([
    "plain",
    "@example.com",
    "a@",
    "a@b",
    "a b@example.com",
    "a@exa mple.com",
    "a@@example.com",
    "a@example.com, b@example.com",
    ".a@example.com",
  ])("%j is none", async (email) => {
    expectIssues(await register({ email }), ["email"]);
  });
});

describe("names", () => {
  it.each([
    ["A\u202eda\u200b", "Ada"],
    ["Ada\r\nBcc: x", "Ada Bcc: x"],
    ["Ngọc Ánh", "Ngọc Ánh"],
    ["أَحْمَد", "أَحْمَد"],
    ["می\u200cنا", "می\u200cنا"],
    ["J. R. O’Neil-Smith", "J. R. O’Neil-Smith"],
  ])("%j is kept as it is seen", async (firstName, kept) => {
    expect((await register({ firstName })).body.user).toMatchObject({ firstName: kept });
  });

  // Names stand in mails to other people.
  it.each(["Confirm at parley-help.com", "evil.\u200cexample", "ada@evil.example", "https://1", "<b>", "\u200b\u200d"])(
    "%j is none",
    async (firstName) => {
      expectIssues(await register({ firstName }), ["firstName"]);
      expectIssues(await register({ lastName: firstName }), ["lastName"]);
    },
  );

  it("of before stay, and are in no other field's way", async () => {
    const { accessToken: token, user } = (await register({})).body;
    await sql`update users set first_name = 'evil.example' where id = ${user.uid}`;
    const save = (body: unknown) => harness().call("POST", "/api/user/personalization/account/detail/profile/update", { token, body });
    expect((await save({ profession: "Nurse" })).body.data).toMatchObject({ profession: "Nurse", firstName: "evil.example" });
    expectIssues(await save({ firstName: "evil.example" }), ["firstName"]);
  });
});

describe("two registrations at once", () => {
  it("of one e-mail make one account and one 409", async () => {
    const email = newEmail();
    const answers = await Promise.all([register({ email }), register({ email: email.toUpperCase() })]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    const refused = answers.find((answer) => answer.status === 409);
    expect(refused?.body.code).toBe("emailTaken");
    expect(await accountsOf(email)).toBe(1);
  });

  it("of one e-mail over both paths make one account", async () => {
    const email = newEmail();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, at) => register({ email }, at % 2 === 0 ? "/api/account/register" : "/api/user/register")),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    expect(answers.filter((answer) => answer.body.code === "emailTaken")).toHaveLength(5);
    expect(await accountsOf(email)).toBe(1);
  });

  it("of one username make one account and one 409", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const answers = await Promise.all([register({ username }, "/api/user/register"), register({ username }, "/api/user/register")]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(answers.find((answer) => answer.status === 409)?.body.code).toBe("usernameTaken");
  });

  it("a refused one leaves no session behind", async () => {
    const email = newEmail();
    await register({ email });
    const before = await sql`select 1 from sessions`;
    expectError(await register({ email }), 409, "emailTaken");
    expect(await sql`select 1 from sessions`).toHaveLength(before.length);
  });
});

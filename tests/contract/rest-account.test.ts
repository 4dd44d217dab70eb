import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";

const harness = useHarness();
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const newEmail = () => `${randomUUID()}@example.com`;
const person = (more: Record<string, unknown> = {}) => ({
  email: newEmail(),
  password: PASSWORD,
  firstName: "Ada",
  lastName: "Test",
  ...more,
});
const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  harness().call("POST", path, { body, ...(headers ? { headers } : {}) });

const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

describe("POST /api/account/register (row 2)", () => {
  it("answers with an access token and the user, and nothing secret", async () => {
    const body = person();
    const answer = await post("/api/account/register", body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accessToken: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      user: {
        uid: expect.stringMatching(UUID),
        email: body.email,
        username: null,
        firstName: "Ada",
        lastName: "Test",
        role: "candidate",
        needsFactor: false,
        language: "en",
        emailVerified: false,
        avatar: null,
        erasedOn: null,
      },
    });
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  it("gives a token with aud, sub, sid, its beginning and an expiry twelve hours away", async () => {
    const before = Math.floor(Date.now() / 1000);
    const { body } = await post("/api/account/register", person());
    const claims = claimsOf(body.accessToken);
    expect(Object.keys(claims).sort()).toEqual(["aud", "exp", "iat", "sid", "sub"]);
    expect(claims.sub).toBe(body.user.uid);
    expect(Math.abs(claims.iat - before)).toBeLessThan(60);
    const hours = (claims.exp - before) / 3600;
    expect(hours).toBeGreaterThanOrEqual(12);
    expect(hours).toBeLessThan(12.1);
  });

  it("keeps the password as an argon2id hash only", async () => {
    const { body } = await post("/api/account/register", person());
    const sql = postgres(harness().databaseUrl, { max: 1 });
    const [row] = await sql`select * from users where id = ${body.user.uid}`.finally(() => sql.end());
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$(?=\S*m=19456)(?=\S*t=2)(?=\S*p=1)/);
    expect(JSON.stringify(row)).not.toContain(PASSWORD);
  });

  it("remembers the caller's language", async () => {
    const answer = await post("/api/account/register", person(), { "accept-language": "vi-VN,vi;q=0.9" });
    expect(answer.body.user.language).toBe("vi");
  });

  it.each([
    ["nothing", {}, ["email", "firstName", "lastName", "password"]],
    ["no e-mail", person({ email: undefined }), ["email"]],
    ["an e-mail that is none", person({ email: "ada at example" }), ["email"]],
    ["an e-mail of another type", person({ email: 5 }), ["email"]],
    ["an e-mail that is too long", person({ email: `${"a".repeat(250)}@example.com` }), ["email"]],
    ["a name of blanks", person({ firstName: "   " }), ["firstName"]],
    ["a name that is too long", person({ lastName: "x".repeat(81) }), ["lastName"]],
    ["a null", person({ lastName: null }), ["lastName"]],
    ["a role", person({ role: "super_admin" }), ["role"]],
    ["an id", person({ id: randomUUID() }), ["id"]],
    ["a username, which row 4 takes", person({ username: "ada.test" }), ["username"]],
  ])("refuses %s and names the field", async (_kind, body, fields) => {
    expectIssues(await post("/api/account/register", body), fields);
  });

  it("answers 409 to an e-mail that has an account, and names the field", async () => {
    const { email } = await registerUser(harness());
    const answer = await post("/api/account/register", person({ email }));
    expectError(answer, 409, "emailTaken");
    expect(answer.body.issues).toEqual([{ path: ["email"], message: expect.any(String) }]);
  });
});

describe("POST /api/user/register (row 4)", () => {
  it("also takes a username and a language", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const answer = await post("/api/user/register", person({ username: ` ${username.toUpperCase()} `, language: "ar" }));
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["accessToken", "user"]);
    expect(answer.body.user).toMatchObject({ username, language: "ar", role: "candidate" });
  });

  it("works without them", async () => {
    expect((await post("/api/user/register", person())).body.user).toMatchObject({ username: null, language: "en" });
  });

  it("answers 409 to a username that is taken, whatever its case", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    await post("/api/user/register", person({ username }));
    const answer = await post("/api/user/register", person({ username: username.toUpperCase() }));
    expectError(answer, 409, "usernameTaken");
    expect(answer.body.issues).toEqual([{ path: ["username"], message: expect.any(String) }]);
  });

  it.each([
    ["a short username", { username: "ab" }, ["username"]],
    ["a long username", { username: "a".repeat(31) }, ["username"]],
    ["a username that looks like an e-mail", { username: "ada@example.com" }, ["username"]],
    ["a username that begins with a dot", { username: ".ada" }, ["username"]],
    ["an unknown language", { language: "zh" }, ["language"]],
    ["a role", { role: "admin" }, ["role"]],
  ])("refuses %s", async (_kind, more, fields) => {
    expectIssues(await post("/api/user/register", person(more)), fields);
  });
});

describe("POST /api/account/login (row 1) and /api/user/login (row 8)", () => {
  it("answer with an access token and the user", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const { email, user } = await registerUser(harness());
    const named = person({ username });
    const other = await post("/api/user/register", named);
    for (const [path, body, expected] of [
      ["/api/account/login", { email, password: PASSWORD }, user],
      ["/api/account/login", { email: ` ${email.toUpperCase()} `, password: PASSWORD }, user],
      ["/api/user/login", { email, password: PASSWORD }, user],
      ["/api/user/login", { username, password: PASSWORD }, other.body.user],
    ] as const) {
      const answer = await post(path, body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ accessToken: expect.any(String), user: expected });
      const me = await harness().call("GET", "/api/account/my-account", { token: answer.body.accessToken });
      expect(me.body).toEqual({ user: expected });
    }
  });

  it.each([
    ["/api/account/login", {}, ["email", "password"]],
    ["/api/account/login", { email: "a@example.com" }, ["password"]],
    ["/api/account/login", { email: "a@example.com", password: 12 }, ["password"]],
    ["/api/account/login", { email: "a@example.com", password: "" }, ["password"]],
    ["/api/account/login", { email: "a@example.com", password: "x".repeat(1001) }, ["password"]],
    ["/api/account/login", { email: "x".repeat(255), password: "x" }, ["email"]],
    ["/api/account/login", { email: "a@example.com", password: "x", role: "admin" }, ["role"]],
    ["/api/user/login", { password: "x" }, ["email"]],
    ["/api/user/login", { email: "a@example.com", username: "ada", password: "x" }, ["email"]],
    ["/api/user/login", { username: ["ada"], password: "x" }, ["username"]],
  ])("POST %s refuses %j", async (path, body, fields) => {
    expectIssues(await post(path, body), fields);
  });
});

describe("a NUL character, which PostgreSQL cannot store", () => {
  it.each([
    ["/api/account/login", { email: "a\u0000@example.com", password: "x" }],
    ["/api/user/login", { username: "a\u0000", password: "x" }],
  ])("POST %s is a 400 to it", async (path, body) => {
    expectError(await post(path, body), 400, "invalidInput");
  });

  it("is dropped from names, as from all that others read", async () => {
    expect((await post("/api/account/register", person({ firstName: "A\u0000da" }))).body.user.firstName).toBe("Ada");
    expect((await post("/api/user/register", person({ lastName: "\u0000Test" }))).body.user.lastName).toBe("Test");
  });

  it("is fine in a password, of which only a hash is kept", async () => {
    expect((await post("/api/account/register", person({ password: "nul\u0000nul\u0000nul" }))).status).toBe(200);
  });
});

describe("GET /api/account/my-account (row 3) and GET /api/user/logout (row 15)", () => {
  it("my-account answers with the user", async () => {
    const { token, user } = await registerUser(harness());
    const answer = await harness().call("GET", "/api/account/my-account", { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ user });
  });

  it("logout ends this session at once, and no other of the same account", async () => {
    const { token, email } = await registerUser(harness());
    const other = await post("/api/account/login", { email, password: PASSWORD });
    const answer = await harness().call("GET", "/api/user/logout", { token });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { loggedOut: true } });
    expectError(await harness().call("GET", "/api/account/my-account", { token }), 401, "sessionEnded");
    expectError(await harness().call("GET", "/api/user/logout", { token }), 401, "sessionEnded");
    expect((await harness().call("GET", "/api/account/my-account", { token: other.body.accessToken })).status).toBe(200);
  });

  it("a session that the database says is over opens nothing, whatever its token says", async () => {
    const { token, user } = await registerUser(harness());
    const sql = postgres(harness().databaseUrl, { max: 1 });
    await sql`update sessions set expires_at = now() where user_id = ${user.uid}`.finally(() => sql.end());
    expectError(await harness().call("GET", "/api/account/my-account", { token }), 401, "tokenExpired");
  });
});

describe("POST /api/user/register/validation/check (row 6)", () => {
  const check = (body: unknown) => post("/api/user/register/validation/check", body);

  it("says what is taken", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const { email } = person();
    await post("/api/user/register", person({ email, username }));
    const cases: [Record<string, string>, boolean, boolean][] = [
      [{ email }, true, false],
      [{ email: ` ${email.toUpperCase()} ` }, true, false],
      [{ username }, false, true],
      [{ email, username }, true, true],
      [{ email: newEmail(), username: "nobody-has-this" }, false, false],
    ];
    for (const [body, emailExists, usernameExists] of cases) {
      const answer = await check(body);
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ data: { emailExists, usernameExists } });
    }
  });

  it.each([
    [{}, ["email"]],
    [{ email: "none" }, ["email"]],
    [{ username: "x" }, ["username"]],
    [{ email: "a@example.com", password: "x" }, ["password"]],
  ])("refuses %j", async (body, fields) => {
    expectIssues(await check(body), fields);
  });
});

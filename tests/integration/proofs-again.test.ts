import { randomUUID } from "node:crypto";
import type postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { type Harness, PASSWORD, registerUser } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, totpCode } from "#tests/factories/factors";
import { type OpenIdProvider, somebody, startOpenIdHarness } from "#tests/factories/openid";

let provider: OpenIdProvider;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  const { stop, ...world } = await startOpenIdHarness();
  ({ provider, harness, sql } = world);
  return stop;
});

const P = "/api/user/personalization/account";
/** A call that carries a key, as a page's calls do until they are answered. */
const post = (path: string, body: unknown, { key, token }: { key?: string; token?: string } = {}) =>
  harness.call("POST", path, { body, token, ...(key === undefined ? {} : { headers: { "idempotency-key": key } }) });
const isSignedIn = async (token: string) => (await harness.call("GET", "/api/account/my-account", { token })).status === 200;
const sessionOf = (token: string): string => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).sid;
const sessionsOf = async (userId: string) => Number((await sql`select count(*) as n from sessions where user_id = ${userId}`)[0]?.n);

/** Somebody with an authenticator app, none of whose codes was seen yet. */
async function equipped() {
  const person = await registerUser(harness);
  const factor = await enableTotp(harness, person.token);
  await sql`update users set totp_last_step = 0 where id = ${person.user.uid}`;
  const login = (code: string, key?: string, password = PASSWORD) =>
    post("/api/account/login", { email: person.email, password, code }, key === undefined ? {} : { key });
  return { ...person, ...factor, login };
}

describe("a code that was used up by a login whose answer was lost", () => {
  it.each(["the app's", "a recovery"])(
    "%s code, sent again by the same try, opens the session that it opened and no second one",
    async (which) => {
      const { user, secret, recoveryCodes, login } = await equipped();
      const code = which === "a recovery" ? (recoveryCodes[0] ?? "") : totpCode(secret);
      const key = randomUUID();
      const first = await login(code, key);
      const there = await sessionsOf(user.uid);
      const again = await login(code, key);
      expect([first.status, again.status, again.body.user]).toEqual([200, 200, first.body.user]);
      expect(sessionOf(again.body.accessToken)).toBe(sessionOf(first.body.accessToken));
      expect(await isSignedIn(again.body.accessToken)).toBe(true);
      expect(await sessionsOf(user.uid)).toBe(there);
    },
  );

  it("replayed by anybody else is refused: with another key, without one, and with one that could be guessed", async () => {
    const { user, secret, recoveryCodes, login } = await equipped();
    for (const code of [totpCode(secret), recoveryCodes[0] ?? ""]) {
      expect((await login(code, randomUUID())).status).toBe(200);
      const there = await sessionsOf(user.uid);
      for (const key of [randomUUID(), undefined, "1"]) expectError(await login(code, key), 401, "wrongCode");
      expect(await sessionsOf(user.uid)).toBe(there);
      await sql`delete from login_failures where subject = ${user.uid}`;
    }
    await sql`update users set totp_last_step = 0 where id = ${user.uid}`;
    // A key that many may use tells nobody from another.
    const code = totpCode(secret);
    expect((await login(code, "login")).status).toBe(200);
    expectError(await login(code, "login"), 401, "wrongCode");
  });

  it("is of no use without the password, nor with another code or for another account", async () => {
    const [one, other] = [await equipped(), await equipped()];
    const [code, key] = [totpCode(one.secret), randomUUID()];
    expect((await one.login(code, key)).status).toBe(200);
    expectError(await one.login(code, key, "another password"), 401, "wrongCredentials");
    expectError(await one.login(totpCode(one.secret, -1), key), 401, "wrongCode");
    expectError(await other.login(code, key), 401, "wrongCode");
  });

  it("counts for a few minutes, and not once its session has ended, its account is suspended or its password is another", async () => {
    const { token, user, secret, login } = await equipped();
    const [code, key] = [totpCode(secret), randomUUID()];
    const { body } = await login(code, key);
    await sql`update sessions set authenticated_at = now() - interval '6 minutes' where id = ${sessionOf(body.accessToken)}`;
    expectError(await login(code, key), 401, "wrongCode");
    await sql`update sessions set authenticated_at = now() where id = ${sessionOf(body.accessToken)}`;
    expect((await login(code, key)).status).toBe(200);
    await sql`update users set suspended_at = now(), suspension_reason = 'A reason' where id = ${user.uid}`;
    expectError(await login(code, key), 403, "accountSuspended", "en", { reason: "A reason" });
    await sql`update users set suspended_at = null where id = ${user.uid}`;
    expect((await harness.call("POST", `${P}/session/end/others`, { token, body: {} })).status).toBe(200);
    expect(await isSignedIn(body.accessToken)).toBe(false);
    expectError(await login(code, key), 401, "wrongCode");
  });

  it("is one login, however often its try arrives at once", async () => {
    const { user, secret, login } = await equipped();
    const there = await sessionsOf(user.uid);
    const [code, key] = [totpCode(secret), randomUUID()];
    const answers = await Promise.all([login(code, key), login(code, key), login(code, key)]);
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect(await sessionsOf(user.uid)).toBe(there + 1);
  });

  it("proves somebody in their session once more, from when it was proven first", async () => {
    const { token, email, secret } = await equipped();
    const proveAs = (code: string, key: string) => post(`${P}/reauthenticate`, { password: PASSWORD, code }, { key, token });
    const [code, key] = [totpCode(secret), randomUUID()];
    expect((await proveAs(code, key)).status).toBe(200);
    const provenAt = async () => (await sql`select authenticated_at from sessions where id = ${sessionOf(token)}`)[0]?.authenticated_at;
    const first = await provenAt();
    expect((await proveAs(code, key)).status).toBe(200);
    expect(await provenAt()).toEqual(first);
    expectError(await proveAs(code, randomUUID()), 401, "wrongCode");
    // What proved somebody in one session opens no other one, nor the other way round.
    expectError(await post("/api/account/login", { email, password: PASSWORD, code }, { key }), 401, "wrongCode");
    const { body } = await post("/api/account/login", { email, password: PASSWORD, code: totpCode(secret, 1) });
    expectError(await post(`${P}/reauthenticate`, { password: PASSWORD, code }, { key, token: body.accessToken }), 401, "wrongCode");
  });
});

describe("a third party's proof that was used up by a call whose answer was lost", () => {
  const proof = async (claims = somebody()) => ({ provider: "oidc", idToken: await provider.idToken(claims) });

  it("opens the account that it has made, and nothing for whoever copied it", async () => {
    const [given, key] = [await proof(), randomUUID()];
    const first = await post("/api/user/social/register", given, { key });
    const again = await post("/api/user/social/register", given, { key });
    expect([again.status, again.body.user]).toEqual([200, first.body.user]);
    expect(sessionOf(again.body.accessToken)).toBe(sessionOf(first.body.accessToken));
    expect(await sessionsOf(first.body.user.uid)).toBe(1);
    expectError(await post("/api/user/social/register", given, { key: randomUUID() }), 409, "identityTaken");
    expectError(await post("/api/user/social/login", given, { key }), 401, "proofMissing");
  });

  it("opens the session that it has opened, also with a code, and nothing for whoever copied it", async () => {
    const claims = somebody();
    const { accessToken: token, user } = (await post("/api/user/social/register", await proof(claims))).body;
    const login = async (more: object) => {
      const [given, key] = [{ ...(await proof(claims)), ...more }, randomUUID()];
      const first = await post("/api/user/social/login", given, { key });
      const again = await post("/api/user/social/login", given, { key });
      expect([first.status, again.status]).toEqual([200, 200]);
      expect(sessionOf(again.body.accessToken)).toBe(sessionOf(first.body.accessToken));
      return post("/api/user/social/login", given, { key: randomUUID() });
    };
    expectError(await login({}), 401, "proofMissing");
    const { secret } = await enableTotp(harness, token);
    await sql`update users set totp_last_step = 0 where id = ${user.uid}`;
    expectError(await login({ code: totpCode(secret) }), 401, "wrongCode");
  });

  it("opens no lock against guessing, whoever copied it; nor do its own try's repetitions close one", async () => {
    const claims = somebody();
    const { email, token, user } = await registerUser(harness);
    expect((await post(`${P}/third-party/link`, await proof(claims), { token })).status).toBe(200);
    const [given, key] = [await proof(claims), randomUUID()];
    const login = (attempt: string) => post("/api/user/social/login", given, { key: attempt });
    expect((await login(key)).status).toBe(200);
    const failures = async () => (await sql`select failures from login_failures where subject = ${user.uid}`)[0]?.failures ?? 0;
    for (let guess = 0; guess < 3; guess++)
      expectError(await post("/api/account/login", { email, password: "a wrong password" }), 401, "wrongCredentials");
    expectError(await login(randomUUID()), 401, "proofMissing");
    const counted = await failures();
    expect(counted).toBeGreaterThanOrEqual(3);
    for (let time = 0; time < 3; time++) expect((await login(key)).status).toBe(200);
    expect(await failures()).toBe(counted);
  });

  it("links once, says so again, and links no other account", async () => {
    const [one, other] = [await registerUser(harness), await registerUser(harness)];
    const given = await proof();
    const link = (token: string) => post(`${P}/third-party/link`, given, { token });
    for (let time = 0; time < 2; time++) expect((await link(one.token)).body).toEqual({ data: { linked: true } });
    expectError(await link(other.token), 401, "proofMissing");
    const unlink = (key: string) => post(`${P}/third-party/unlink`, { provider: "oidc" }, { token: one.token, key });
    const key = randomUUID();
    for (let time = 0; time < 2; time++) expect((await unlink(key)).body).toEqual({ data: { linked: false } });
    // What was unlinked since is not linked again by it.
    expectError(await link(one.token), 401, "proofMissing");
    const { thirdParties } = (await harness.call("GET", `${SECURITY}/get`, { token: one.token })).body.data;
    expect(thirdParties).toMatchObject([{ linked: false }]);
  });
});

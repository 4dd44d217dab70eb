import { randomUUID } from "node:crypto";
import type { JWTPayload } from "jose";
import { encode } from "next-auth/jwt";
import type postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { type Harness, PASSWORD, registerUser } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, totpCode, wrongCode } from "#tests/factories/factors";
import { mailsAbout, newestToken } from "#tests/factories/mails";
import { type OpenIdProvider, proofClaims, somebody, startOpenIdHarness } from "#tests/factories/openid";
import { resetSetting, saveSetting } from "#tests/factories/service";
import { restore, suspend } from "#tests/factories/standing";
import { registerAgent } from "#tests/factories/support";

let provider: OpenIdProvider;
let harness: Harness;
let sql: postgres.Sql;
beforeAll(async () => {
  const { stop, ...world } = await startOpenIdHarness();
  ({ provider, harness, sql } = world);
  return stop;
});

const P = "/api/user/personalization/account";
const post = (path: string, body: unknown, token?: string) => harness.call("POST", path, { body, token });
const proof = async (claims: JWTPayload) => ({ provider: "oidc", idToken: await provider.idToken(claims) });
const register = async (claims: JWTPayload, more = {}) => post("/api/user/social/register", { ...(await proof(claims)), ...more });
const login = async (claims: JWTPayload, more = {}) => post("/api/user/social/login", { ...(await proof(claims)), ...more });
const link = async (token: string, claims: JWTPayload) => post(`${P}/third-party/link`, await proof(claims), token);
const unlink = (token: string) => post(`${P}/third-party/unlink`, { provider: "oidc" }, token);
const exists = async (id: string) => (await harness.call("GET", `/auth/check-provider-account-id/${encodeURIComponent(id)}`)).body;
const longAgo = (userId: string) => sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${userId}`;

describe("registering by a third party's ID token", () => {
  it("makes an account whose identity, address and names come from the token", async () => {
    const claims = somebody();
    expect(await exists(claims.sub)).toEqual({ data: { exists: false } });
    const answer = await register({ ...claims, email: claims.email.toUpperCase() });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      accessToken: expect.any(String),
      user: expect.objectContaining({
        email: claims.email,
        firstName: "Lin",
        lastName: "Nguyen",
        role: "candidate",
        emailVerified: true,
        username: null,
      }),
    });
    expect(await exists(claims.sub)).toEqual({ data: { exists: true } });
    // The provider has seen the person read mail there: no link is needed.
    expect(await mailsAbout(harness, claims.email, "verify_email")).toEqual([]);
    const [session] = (await harness.call("GET", `${P}/session/get`, { token: answer.body.accessToken })).body.data;
    expect(session).toMatchObject({ method: "third_party", current: true });
    const password = await post("/api/account/login", { email: claims.email, password: PASSWORD });
    expectError(password, 401, "wrongCredentials");
  });

  it.each([false, "false", undefined, 1, "yes"])(
    "with an address that the provider did not confirm (%j), ours is mailed",
    async (verified) => {
      const claims = somebody({ email_verified: verified });
      const answer = await register(claims);
      expect(answer.body.user.emailVerified).toBe(false);
      expect(await mailsAbout(harness, claims.email, "verify_email")).toHaveLength(1);
    },
  );

  it("lets names be corrected, and splits a full name where there are no parts", async () => {
    const corrected = await register(somebody(), { firstName: "Linh", lastName: "Ng", language: "vi" });
    expect(corrected.body.user).toMatchObject({ firstName: "Linh", lastName: "Ng", language: "vi" });
    const whole = await register(somebody({ given_name: undefined, family_name: undefined, name: "Ada King Lovelace" }));
    expect(whole.body.user).toMatchObject({ firstName: "Ada", lastName: "King Lovelace" });
  });

  it("names what is missing: an address, or a name", async () => {
    expectError(await register(somebody({ email: undefined })), 422, "providerEmailMissing");
    expectError(await register(somebody({ email: "no address" })), 422, "providerEmailMissing");
    const nameless = somebody({ given_name: undefined, family_name: undefined });
    expectIssues(await register(nameless), ["firstName", "lastName"]);
    expectIssues(await register(nameless, { firstName: "Lin" }), ["lastName"]);
    expect((await register(nameless, { firstName: "Lin", lastName: "N" })).status).toBe(200);
  });

  // Names stand in mails to other people, whoever gave them. Nobody is kept out for what the third party calls them.
  it.each([
    ["Win at https://evil.example", "Win at https: evil. example"],
    ["<b>Lin</b>", "b Lin b"],
    ["L\u202ein\u200b lin@evil.example", "Lin lin evil. example"],
    ["x".repeat(81), "x".repeat(80)],
  ])("makes of the token's names what the rules of names allow: %s", async (given_name, firstName) => {
    expect((await register(somebody({ given_name }))).body.user).toMatchObject({ firstName });
  });

  it("a second time is refused; at once, one account is made", async () => {
    const claims = somebody();
    expect((await register(claims)).status).toBe(200);
    expectError(await register(claims), 409, "identityTaken");
    expectError(await register({ ...claims, email: "other@example.com" }), 409, "identityTaken");
    const twin = somebody();
    const answers = await Promise.all([register(twin), register(twin), register(twin)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await sql`select 1 from users where email = ${twin.email}`).toHaveLength(1);
  });

  it("two people are two, however long and alike the provider's names for them", async () => {
    const sub = "s".repeat(254);
    const [one, two] = [await register(somebody({ sub: `${sub}1` })), await register(somebody({ sub: `${sub}2` }))];
    expect([one.status, two.status]).toEqual([200, 200]);
  });
});

describe("logging in by a third party's ID token", () => {
  it("is told at once that no new accounts are made, and whoever has one still gets in", async () => {
    const claims = somebody();
    await register(claims);
    const boss = await registerAgent(harness, "Sol", "super_admin");
    await saveSetting(harness, boss.token, "registration", { open: false });
    expectError(await login(somebody()), 403, "registrationClosed");
    expectError(await register(somebody()), 403, "registrationClosed");
    expect((await login(claims)).status).toBe(200);
    await resetSetting(harness, boss.token, "registration");
    expectError(await login(somebody()), 404, "identityUnknown");
  });

  it("opens the account of that identity, whatever address the token tells now", async () => {
    const claims = somebody();
    const { user } = (await register(claims)).body;
    const answer = await login({ ...claims, email: "elsewhere@example.com", given_name: "Other" });
    expect(answer.status).toBe(200);
    expect(answer.body.user).toEqual(user);
  });

  it("tells an unknown identity from one whose address has an account", async () => {
    expectError(await login(somebody()), 404, "identityUnknown");
    const { email } = await registerUser(harness);
    for (const spelling of [email, email.toUpperCase()]) {
      expectError(await login(somebody({ email: spelling })), 409, "linkAfterLogin");
      expectError(await register(somebody({ email: spelling })), 409, "linkAfterLogin");
    }
    expect(await sql`select 1 from identities where email = ${email}`).toHaveLength(0);
  });

  it("asks for the second factor as a password does, and locks guessing", async () => {
    const claims = somebody();
    const { accessToken, user } = (await register(claims)).body;
    const { secret } = await enableTotp(harness, accessToken);
    await sql`update users set totp_last_step = 0 where id = ${user.uid}`;
    expectError(await login(claims), 401, "secondFactorRequired");
    for (let guess = 0; guess < 4; guess++) expectError(await login(claims, { code: wrongCode(secret) }), 401, "wrongCode");
    expect((await login(claims, { code: totpCode(secret) })).status).toBe(200);
    for (let guess = 0; guess < 5; guess++) expectError(await login(claims, { code: wrongCode(secret) }), 401, "wrongCode");
    expectError(await login(claims, { code: totpCode(secret, 1) }), 429, "accountLocked", "en", { minutes: 15 });
  });

  it("takes each token once, and none that is older than ten minutes", async () => {
    const claims = somebody();
    await register(claims);
    const again = await proof(claims);
    expect((await post("/api/user/social/login", again)).status).toBe(200);
    expectError(await post("/api/user/social/login", again), 401, "proofMissing");
    const iat = Math.floor(Date.now() / 1000) - 601;
    expectError(await login({ ...claims, iat, exp: iat + 3600 }), 401, "proofMissing");
  });

  it("keeps a suspended account out", async () => {
    const claims = somebody();
    const { user } = (await register(claims)).body;
    await suspend(harness.app.services.db, user.uid, "a reason");
    expectError(await login(claims), 403, "accountSuspended", "en", { reason: "a reason" });
    // What works once is not used up by that, nor does anybody count as guessing who gives it.
    await restore(harness.app.services.db, user.uid);
    const { secret } = await enableTotp(harness, (await login(claims)).body.accessToken);
    await sql`update users set totp_last_step = 0 where id = ${user.uid}`;
    await suspend(harness.app.services.db, user.uid, "a reason");
    const [given, code] = [await proof(claims), totpCode(secret)];
    const again = () => post("/api/user/social/login", { ...given, code });
    for (let times = 0; times < 7; times++) expectError(await again(), 403, "accountSuspended", "en", { reason: "a reason" });
    await restore(harness.app.services.db, user.uid);
    expect((await again()).status).toBe(200);
    expectError(await again(), 401, "wrongCode");
  });
});

describe("linking and unlinking", () => {
  it("after a login with the password, the third party opens the same account", async () => {
    const { email, token, user } = await registerUser(harness);
    const claims = somebody({ email });
    expectError(await login(claims), 409, "linkAfterLogin");
    expect((await link(token, claims)).body).toEqual({ data: { linked: true } });
    expect((await link(token, claims)).body).toEqual({ data: { linked: true } });
    expect((await login(claims)).body.user.uid).toBe(user.uid);
    expect(await mailsAbout(harness, email, "factors_changed")).toHaveLength(1);
    const { thirdParties } = (await harness.call("GET", `${SECURITY}/get`, { token })).body.data;
    expect(thirdParties).toEqual([{ provider: "oidc", name: "Example login", linked: true, email }]);

    expect((await unlink(token)).body).toEqual({ data: { linked: false } });
    expectError(await login(claims), 409, "linkAfterLogin");
    expectError(await unlink(token), 404, "notFound");
    expect(await exists(claims.sub)).toEqual({ data: { exists: false } });
    expect(await mailsAbout(harness, email, "factors_changed")).toHaveLength(2);
  });

  it("need a recent proof", async () => {
    const { token, user } = await registerUser(harness);
    await longAgo(user.uid);
    expectError(await link(token, somebody()), 403, "reauthenticationRequired");
    expectError(await unlink(token), 403, "reauthenticationRequired");
    await post(`${P}/reauthenticate`, { password: PASSWORD }, token);
    expect((await link(token, somebody())).status).toBe(200);
  });

  it("an identity opens one account, and an account has one identity of a provider", async () => {
    const [one, other] = [await registerUser(harness), await registerUser(harness)];
    const claims = somebody();
    expect((await link(one.token, claims)).status).toBe(200);
    expectError(await link(other.token, claims), 409, "identityTaken");
    expectError(await link(one.token, somebody()), 409, "identityTaken");
    expect((await login(claims)).body.user.uid).toBe(one.user.uid);
  });

  it("the last way in stays, until there is another", async () => {
    const claims = somebody();
    const { accessToken } = (await register(claims)).body;
    expectError(await unlink(accessToken), 409, "lastWayIn");
    expect((await login(claims)).status).toBe(200);
    await post("/api/user/forget/password", { email: claims.email });
    await post("/api/user/reset/password", { token: await newestToken(harness, claims.email, "reset_password"), password: PASSWORD });
    const { body } = await login(claims);
    expect((await unlink(body.accessToken)).status).toBe(200);
    expect((await post("/api/account/login", { email: claims.email, password: PASSWORD })).status).toBe(200);
  });

  it("end no session, nor does one end with the provider's: logging in there is proven anew each time", async () => {
    const { email, token } = await registerUser(harness);
    const claims = somebody({ email });
    await link(token, claims);
    const { accessToken } = (await login(claims)).body;
    const stands = async () =>
      Promise.all([token, accessToken].map(async (one) => (await harness.call("GET", `${SECURITY}/get`, { token: one })).status));
    const { asked } = provider;
    // As where somebody has logged out there, or nobody can any more.
    provider.away = true;
    try {
      expect(await stands()).toEqual([200, 200]);
    } finally {
      provider.away = false;
    }
    expect((await unlink(token)).status).toBe(200);
    expect(await stands()).toEqual([200, 200]);
    // And whoever logs out here ends what is here alone.
    expect((await harness.call("GET", "/api/user/logout", { token: accessToken })).status).toBe(200);
    expect(await stands()).toEqual([200, 401]);
    expect(provider.asked).toBe(asked);
  });

  it("unlinking twice at once takes no more than there is", async () => {
    const { token } = await registerUser(harness);
    await link(token, somebody());
    const answers = await Promise.all([unlink(token), unlink(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });
});

describe("the cookie of the third-party session", () => {
  const withCookie = async (
    path: string,
    token: Record<string, unknown>,
    secret = harness.env.secrets[0],
    body: unknown = { provider: "oidc" },
  ) => harness.call("POST", path, { body, headers: { cookie: `next-auth.session-token=${await encode({ token, secret })}` } });

  it("is a proof as good as an ID token, for its provider", async () => {
    const known = proofClaims();
    const answer = await withCookie("/api/user/social/register", { proof: known });
    expect(answer.body.user).toMatchObject({ email: known.email, emailVerified: true });
    expect((await withCookie("/api/user/social/login", { proof: { ...known, id: randomUUID() } })).status).toBe(200);
  });

  it("opens something once, and within ten minutes, however often next-auth gives its cookie new time", async () => {
    const known = proofClaims();
    expect((await withCookie("/api/user/social/register", { proof: known })).status).toBe(200);
    expectError(await withCookie("/api/user/social/login", { proof: known }), 401, "proofMissing");
    const old = { ...known, id: randomUUID(), provedAt: known.provedAt - 601 };
    expectError(await withCookie("/api/user/social/login", { proof: old }), 401, "proofMissing");
  });

  it("counts for nothing when it is another's, incomplete, or missing", async () => {
    const path = "/api/user/social/register";
    expectError(await withCookie(path, { proof: proofClaims() }, "another secret that is long enough to be one"), 401, "proofMissing");
    expectError(await withCookie(path, { proof: { ...proofClaims(), provider: "google" } }), 401, "proofMissing");
    expectError(await withCookie(path, { proof: { ...proofClaims(), providerAccountId: "" } }), 401, "proofMissing");
    expectError(await withCookie(path, { email: "a@example.com", sub: "1" }), 401, "proofMissing");
    expectError(await post(path, { provider: "oidc" }), 401, "proofMissing");
    const plain = await harness.call("POST", path, { body: { provider: "oidc" }, headers: { cookie: "next-auth.session-token=x.y.z" } });
    expectError(plain, 401, "proofMissing");
  });
});

import { createHash } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, totpCode, wrongCode } from "#tests/factories/factors";
import { mailsAbout } from "#tests/factories/mails";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const login = (email: string, code?: unknown, password = PASSWORD) =>
  harness().call("POST", "/api/account/login", { body: { email, password, ...(code === undefined ? {} : { code }) } });
const post = (path: string, token: string, body: unknown = {}) => harness().call("POST", SECURITY + path, { token, body });
const security = async (token: string) => (await harness().call("GET", `${SECURITY}/get`, { token })).body.data;
const reauthenticate = (token: string, body: unknown) =>
  harness().call("POST", "/api/user/personalization/account/reauthenticate", { token, body });
const longAgo = (userId: string) => sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${userId}`;
/** As if the codes of this moment had not been seen yet. */
const forgetStep = (userId: string) => sql`update users set totp_last_step = 0 where id = ${userId}`;
const failuresOf = async (userId: string) => (await sql`select failures from login_failures where subject = ${userId}`)[0]?.failures ?? 0;

async function equipped() {
  const person = await registerUser(harness());
  const factor = await enableTotp(harness(), person.token);
  await forgetStep(person.user.uid);
  return { ...person, ...factor };
}

describe("setting up an authenticator app", () => {
  it("counts once a code was given, brings ten recovery codes, and is told by mail", async () => {
    const { email, token } = await registerUser(harness());
    const begun = await post("/totp/begin", token);
    expect(begun.body.data.secret).toMatch(/^[A-Z2-7]{32}$/);
    const uri = new URL(begun.body.data.uri);
    expect(uri.protocol).toBe("otpauth:");
    expect(uri.searchParams.get("secret")).toBe(begun.body.data.secret);
    expect(uri.searchParams.get("issuer")).toBe("Parley");
    expect(await security(token)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
    expect((await login(email)).status).toBe(200);

    const { secret } = begun.body.data;
    const refused = await post("/totp/enable", token, { code: wrongCode(secret) });
    expectError(refused, 401, "wrongCode");
    expect(await security(token)).toMatchObject({ totp: false });
    const enabled = await post("/totp/enable", token, { code: totpCode(secret) });
    const codes: string[] = enabled.body.data.recoveryCodes;
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^([a-hjkmnp-z2-9]{4}-){5}[a-hjkmnp-z2-9]{4}$/);
    expect(await security(token)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expect(await mailsAbout(harness(), email, "factors_changed")).toHaveLength(1);
  });

  it("begun again replaces the secret that was not used; once on, it cannot be begun again", async () => {
    const { token } = await registerUser(harness());
    const first = (await post("/totp/begin", token)).body.data.secret;
    const second = (await post("/totp/begin", token)).body.data.secret;
    expect(second).not.toBe(first);
    expectError(await post("/totp/enable", token, { code: totpCode(first) }), 401, "wrongCode");
    expect((await post("/totp/enable", token, { code: totpCode(second) })).status).toBe(200);
    expectError(await post("/totp/begin", token), 409, "wrongState");
  });

  it("enabled once more, because the first answer was lost, it is on once and brings codes that can be kept", async () => {
    const { email, token } = await registerUser(harness());
    const { secret } = (await post("/totp/begin", token)).body.data;
    const [unseen = ""]: string[] = (await post("/totp/enable", token, { code: totpCode(secret) })).body.data.recoveryCodes;
    const [seen = ""]: string[] = (await post("/totp/enable", token, { code: totpCode(secret) })).body.data.recoveryCodes;
    expect(await security(token)).toMatchObject({ totp: true, recoveryCodesLeft: 10 });
    expectError(await login(email, unseen), 401, "wrongCode");
    expect((await login(email, seen)).status).toBe(200);
    expectError(await post("/totp/enable", token, { code: wrongCode(secret) }), 401, "wrongCode");
  });

  it("cannot be finished before it is begun", async () => {
    const { token } = await registerUser(harness());
    expectError(await post("/totp/enable", token, { code: "123456" }), 409, "wrongState");
    for (const code of [undefined, "", 123456, "1".repeat(41)]) expectIssues(await post("/totp/enable", token, { code }), ["code"]);
  });

  it.each([
    ["begin", "/totp/begin", {}],
    ["enable", "/totp/enable", { code: "123456" }],
    ["disable", "/totp/disable", {}],
    ["renew the recovery codes", "/recovery/renew", {}],
  ])("to %s needs a recent proof", async (_step, path, body) => {
    const { token, user } = await registerUser(harness());
    await longAgo(user.uid);
    expectError(await post(path, token, body), 403, "reauthenticationRequired");
    expect((await reauthenticate(token, { password: PASSWORD })).status).toBe(200);
    expect((await post(path, token, body)).body.code).not.toBe("reauthenticationRequired");
  });

  it("a proof of an account that has the factor needs the factor", async () => {
    const { token, user, secret } = await equipped();
    await longAgo(user.uid);
    expectError(await reauthenticate(token, { password: PASSWORD }), 401, "secondFactorRequired");
    expectError(await reauthenticate(token, { password: PASSWORD, code: wrongCode(secret) }), 401, "wrongCode");
    expectError(await post("/totp/disable", token), 403, "reauthenticationRequired");
    expect((await reauthenticate(token, { password: PASSWORD, code: totpCode(secret) })).status).toBe(200);
    expect((await post("/totp/disable", token)).body).toEqual({ data: { done: true } });
    expect(await security(token)).toMatchObject({ totp: false, recoveryCodesLeft: 0 });
  });

  it("keeps the secret sealed: neither the database nor an answer shows it", async () => {
    const { token, user, secret } = await equipped();
    const [row] = await sql`select totp_secret from users where id = ${user.uid}`;
    expect(row?.totp_secret).not.toContain(secret);
    expect(Buffer.from(row?.totp_secret ?? "", "base64url").toString("latin1")).not.toContain(secret);
    const dump = await sql`select row_to_json(u)::text as text from users u where id = ${user.uid}`;
    expect(dump[0]?.text).not.toContain(secret);
    for (const path of [`${SECURITY}/get`, "/api/account/my-account", "/api/user/personalization/account/detail/profile/get"])
      expect(JSON.stringify((await harness().call("GET", path, { token })).body)).not.toContain(secret);
  });

  it("turned off asks for no code any more", async () => {
    const { email, token } = await equipped();
    await post("/totp/disable", token);
    expect((await login(email)).status).toBe(200);
    const [row] = await sql`select totp_secret from users where email = ${email}`;
    expect(row?.totp_secret).toBeNull();
  });
});

describe("a login with a second factor", () => {
  it("needs the code after the right password, and only then says so", async () => {
    const { email, secret } = await equipped();
    expectError(await login(email), 401, "secondFactorRequired");
    expectError(await login(email, undefined, "a wrong password"), 401, "wrongCredentials");
    expectError(await login(email, totpCode(secret), "a wrong password"), 401, "wrongCredentials");
    const answer = await login(email, ` ${totpCode(secret).slice(0, 3)} ${totpCode(secret).slice(3)} `);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["accessToken", "user"]);
  });

  it("takes each code once, also when it comes several times at once", async () => {
    const { email, user, secret } = await equipped();
    const code = totpCode(secret);
    const answers = await Promise.all([login(email, code), login(email, code), login(email, code)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expectError(await login(email, code), 401, "wrongCode");
    // Nor one that is older than the last.
    expectError(await login(email, totpCode(secret, -1)), 401, "wrongCode");
    await sql`delete from login_failures where subject = ${user.uid}`;
    expect((await login(email, totpCode(secret, 1))).status).toBe(200);
  });

  it("takes a clock that is half a minute off, and no more", async () => {
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-3, 401],
      [3, 401],
    ] as const) {
      const { email, secret } = await equipped();
      expect({ steps, status: (await login(email, totpCode(secret, steps))).status }).toEqual({ steps, status });
    }
  });

  it("takes no code of another account", async () => {
    const [one, other] = [await equipped(), await equipped()];
    expectError(await login(one.email, totpCode(other.secret)), 401, "wrongCode");
    expectError(await login(one.email, other.recoveryCodes[0]), 401, "wrongCode");
    expect((await security(other.token)).recoveryCodesLeft).toBe(10);
  });

  it("does not come by the user's own row: a code opens nothing before it is set up", async () => {
    const { email } = await registerUser(harness());
    expect((await login(email, "123456")).status).toBe(200);
  });
});

describe("guessing codes", () => {
  it("locks after five, also with code-less logins in between", async () => {
    const { email, user, secret } = await equipped();
    const wrong = wrongCode(secret);
    for (let guess = 1; guess <= 5; guess++) {
      expectError(await login(email, wrong), 401, "wrongCode");
      if (guess < 5) for (let between = 0; between < 3; between++) expectError(await login(email), 401, "secondFactorRequired");
      expect(await failuresOf(user.uid)).toBe(guess);
    }
    for (const code of [undefined, wrong, totpCode(secret)])
      expectError(await login(email, code), 429, "accountLocked", "en", { minutes: 15 });
  });

  it("in parallel does not outrun the lock", async () => {
    const { email, secret } = await equipped();
    const wrong = wrongCode(secret);
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, wrong)));
    expect(answers.filter(({ body }) => body.code === "wrongCode")).toHaveLength(5);
    expect(answers.filter(({ body }) => body.code === "accountLocked")).toHaveLength(7);
  });

  it("in parallel with code-less logins gets no more than five tries", async () => {
    const { email, secret } = await equipped();
    const wrong = wrongCode(secret);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, at) => login(email, at % 2 ? wrong : undefined)));
    const codes = answers.map(({ body }) => body.code as string);
    // Each counts while it is looked at: which of them meet the lock differs, but none meets anything else.
    for (const [at, code] of codes.entries()) expect([at % 2 ? "wrongCode" : "secondFactorRequired", "accountLocked"]).toContain(code);
    let tries = codes.filter((code) => code === "wrongCode").length;
    for (let more = 0; more < 6; more++) if ((await login(email, wrong)).body.code === "wrongCode") tries++;
    expect(tries).toBeLessThanOrEqual(5);
    expectError(await login(email, totpCode(secret)), 429, "accountLocked", "en", { minutes: 15 });
  });

  it("asking for the code does not lock the owner out", async () => {
    const { email, secret } = await equipped();
    for (let times = 0; times < 12; times++) expectError(await login(email), 401, "secondFactorRequired");
    expect((await login(email, totpCode(secret))).status).toBe(200);
  });

  it("counts in a proof in the session, too", async () => {
    const { email, token, secret } = await equipped();
    for (let guess = 0; guess < 5; guess++)
      expectError(await reauthenticate(token, { password: PASSWORD, code: wrongCode(secret) }), 401, "wrongCode");
    expectError(await reauthenticate(token, { password: PASSWORD, code: totpCode(secret) }), 429, "accountLocked", "en", { minutes: 15 });
    expectError(await login(email, totpCode(secret)), 429, "accountLocked", "en", { minutes: 15 });
  });
});

describe("recovery codes", () => {
  it("work once each, however they are typed", async () => {
    const { email, token, recoveryCodes } = await equipped();
    const [first = "", second = ""] = recoveryCodes;
    expect((await login(email, first)).status).toBe(200);
    expectError(await login(email, first), 401, "wrongCode");
    expect((await login(email, ` ${second.toUpperCase().replaceAll("-", " ")} `)).status).toBe(200);
    expect((await security(token)).recoveryCodesLeft).toBe(8);
    const twice = await Promise.all([login(email, recoveryCodes[2]), login(email, recoveryCodes[2])]);
    expect(twice.map(({ status }) => status).sort()).toEqual([200, 401]);
  });

  it("and the app's are used up by what they open: whoever is not let in has them still", async () => {
    const { email, token, user, secret, recoveryCodes } = await equipped();
    const codes = [recoveryCodes[0], totpCode(secret)];
    await sql`update users set suspended_at = now(), suspension_reason = 'a reason' where id = ${user.uid}`;
    for (let times = 0; times < 3; times++)
      for (const code of codes) expectError(await login(email, code), 403, "accountSuspended", "en", { reason: "a reason" });
    await sql`update users set suspended_at = null, suspension_reason = null where id = ${user.uid}`;
    await sql.unsafe(`create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refusing before insert or update on sessions for each row when (new.user_id = '${user.uid}') execute function refuse()`);
    for (const code of codes) {
      expect((await login(email, code)).status).toBe(500);
      expect((await reauthenticate(token, { password: PASSWORD, code })).status).toBe(500);
    }
    await sql`drop trigger refusing on sessions`;
    for (const code of codes) expect((await login(email, code)).status).toBe(200);
    for (const code of codes) expectError(await login(email, code), 401, "wrongCode");
  });

  it("renewed, replace the old ones", async () => {
    const { email, token, recoveryCodes } = await equipped();
    await login(email, recoveryCodes[0]);
    const renewed: string[] = (await post("/recovery/renew", token)).body.data.recoveryCodes;
    expect(renewed).toHaveLength(10);
    expect(renewed.some((code) => recoveryCodes.includes(code))).toBe(false);
    expect((await security(token)).recoveryCodesLeft).toBe(10);
    expectError(await login(email, recoveryCodes[1]), 401, "wrongCode");
    expect((await login(email, renewed[0])).status).toBe(200);
  });

  it("are kept as hashes only", async () => {
    const { user, recoveryCodes } = await equipped();
    const rows = await sql`select * from recovery_codes where user_id = ${user.uid}`;
    const bare = recoveryCodes.map((code) => code.replaceAll("-", ""));
    const hashes = bare.map((code) => createHash("sha256").update(code).digest("hex"));
    expect(rows.map(({ code_hash: hash }) => hash).sort()).toEqual(hashes.sort());
    for (const code of [...recoveryCodes, ...bare]) expect(JSON.stringify(rows)).not.toContain(code);
  });

  it("are of no use without a factor that they stand for", async () => {
    const { token } = await registerUser(harness());
    expectError(await post("/recovery/renew", token), 409, "wrongState");
  });
});

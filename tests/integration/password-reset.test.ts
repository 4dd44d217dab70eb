import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { enableTotp, SECURITY, totpCode } from "#tests/factories/factors";
import { linkIn, mailsAbout, mailsTo, newestToken } from "#tests/factories/mails";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const NEW = "another good password";
const forget = (email: string, headers?: Record<string, string>) =>
  harness().call("POST", "/api/user/forget/password", { body: { email }, ...(headers ? { headers } : {}) });
const reset = (token: string, password: unknown = NEW) => harness().call("POST", "/api/user/reset/password", { body: { token, password } });
const login = (email: string, password: string, code?: string) =>
  harness().call("POST", "/api/account/login", { body: { email, password, ...(code ? { code } : {}) } });
const me = (token: string) => harness().call("GET", "/api/account/my-account", { token });
const stranger = () => `${randomUUID()}@example.com`;

async function asked() {
  const person = await registerUser(harness());
  await forget(person.email);
  return { ...person, link: await newestToken(harness(), person.email, "reset_password") };
}

describe("a forgotten password", () => {
  /** What a caller could tell two addresses apart by. */
  function telling({ status, headers, body }: Answer) {
    const { date: _, "x-request-id": __, ...rest } = Object.fromEntries(headers);
    return { status, body, headers: rest };
  }
  const rows = async () => {
    const [counts] = await sql`select (select count(*)::int from mailed_links) as links, (select count(*)::int from outbox_mails) as mails,
      (select count(*)::int from login_failures) as failures, (select count(*)::int from sessions) as sessions`;
    return counts as Record<string, number>;
  };

  it("gets the same answer for an address with an account and one without", async () => {
    const { email } = await registerUser(harness());
    for (const language of ["en", "ar"]) {
      const answers = [await forget(email, { "accept-language": language }), await forget(stranger(), { "accept-language": language })];
      expect(answers[0]?.body).toEqual({ data: { sent: true } });
      expect(answers.map(telling)[1]).toEqual(answers.map(telling)[0]);
    }
  });

  it("writes the same rows for both, and mails to one of them only", async () => {
    const { email } = await registerUser(harness());
    const nobody = stranger();
    const start = await rows();
    await forget(email);
    const known = await rows();
    await forget(nobody);
    const unknown = await rows();
    const added = (one: Record<string, number>, two: Record<string, number>) =>
      Object.fromEntries(Object.keys(one).map((name) => [name, (two[name] ?? 0) - (one[name] ?? 0)]));
    expect(added(start, known)).toEqual({ links: 1, mails: 1, failures: 0, sessions: 0 });
    expect(added(known, unknown)).toEqual(added(start, known));
    expect(await mailsAbout(harness(), email, "reset_password")).toHaveLength(1);
    expect(await mailsTo(harness(), nobody)).toEqual([]);
  });

  it("is mailed in the account's language, not in the asker's", async () => {
    const { email, user } = await registerUser(harness());
    await sql`update users set language = 'vi' where id = ${user.uid}`;
    await forget(email, { "accept-language": "fr" });
    const [row] = await sql`select locale from outbox_mails where template = 'reset_password' order by created_at desc limit 1`;
    expect(row?.locale).toBe("vi");
  });

  it("brings five mails an hour to one address, whoever asks, and holds up no other", async () => {
    const { email, user } = await registerUser(harness());
    const nobody = stranger();
    for (let times = 0; times < 8; times++) {
      expect((await forget(times % 2 ? email : email.toUpperCase())).body).toEqual({ data: { sent: true } });
      expect((await forget(nobody)).body).toEqual({ data: { sent: true } });
    }
    expect(await mailsAbout(harness(), email, "reset_password")).toHaveLength(5);
    // The bound is the same for an address that nobody has, so that nothing tells them apart.
    expect(await sql`select 1 from mailed_links where email = ${nobody}`).toHaveLength(5);
    const other = await asked();
    expect(other.link).toMatch(/^[\w-]{43}$/);
    await sql`update mailed_links set created_at = created_at - interval '61 minutes' where user_id = ${user.uid}`;
    await forget(email);
    expect(await mailsAbout(harness(), email, "reset_password")).toHaveLength(6);
  });

  it("stays within the bound when asked for at once", async () => {
    const { email } = await registerUser(harness());
    await Promise.all(Array.from({ length: 12 }, () => forget(email)));
    expect((await mailsAbout(harness(), email, "reset_password")).length).toBeLessThanOrEqual(5);
  });
});

describe("the link that sets a new password", () => {
  it("works once, ends every session, and tells the owner", async () => {
    const { email, token, link } = await asked();
    const other = (await login(email, PASSWORD)).body.accessToken;
    expect((await reset(link)).body).toEqual({ data: { reset: true } });
    for (const old of [token, other]) expectError(await me(old), 401, "sessionEnded");
    expectError(await login(email, PASSWORD), 401, "wrongCredentials");
    const fresh = await login(email, NEW);
    expect(fresh.status).toBe(200);
    // Whoever opened the link reads mail at the address.
    expect(fresh.body.user.emailVerified).toBe(true);
    expectError(await reset(link, "a third good password"), 400, "linkInvalid");
    expect((await login(email, NEW)).status).toBe(200);
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(1);
  });

  it("says once more that the password is set to whoever did not hear it, and counts as an attempt what is another one", async () => {
    const { email, link } = await asked();
    await reset(link);
    for (let times = 0; times < 7; times++) expect((await reset(link)).body).toEqual({ data: { reset: true } });
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(1);
    for (let tried = 0; tried < 5; tried++) expectError(await reset(link, `a guess of mine, number ${tried}`), 400, "linkInvalid");
    expectError(await reset(link), 429, "accountLocked", "en", { minutes: 15 });
  });

  it("opened several times at once sets one password", async () => {
    const { email, link } = await asked();
    const passwords = Array.from({ length: 4 }, (_, at) => `password number ${at} of four`);
    const answers = await Promise.all(passwords.map((password) => reset(link, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    const winner = passwords[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect((await login(email, winner)).status).toBe(200);
  });

  it("works for an hour", async () => {
    const { email, user, link } = await asked();
    const [row] = await sql`select extract(epoch from expires_at - created_at) / 60 as minutes from mailed_links
      where user_id = ${user.uid} and purpose = 'reset_password'`;
    expect(Number(row?.minutes)).toBeCloseTo(60, 0);
    await sql`update mailed_links set expires_at = now() where user_id = ${user.uid} and purpose = 'reset_password'`;
    expectError(await reset(link), 400, "linkInvalid");
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("is not used up by a password that is tried first", async () => {
    const { email, link } = await asked();
    expectIssues(await reset(link, `${email.split("@")[0]}!`), ["password"]);
    expectIssues(await reset(link, "elephant1234"), ["password"]);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await reset(link)).status).toBe(200);
    expect((await login(email, NEW)).status).toBe(200);
  });

  it("used, makes the other ones to the same account worthless", async () => {
    const { email, link } = await asked();
    await forget(email);
    const second = linkIn((await mailsAbout(harness(), email, "reset_password")).at(-1) ?? {}).hash.slice(1);
    expect(second).not.toBe(link);
    expect((await reset(second)).status).toBe(200);
    expectError(await reset(link, "a third good password"), 400, "linkInvalid");
  });

  it("opens a locked account", async () => {
    const { email, link } = await asked();
    for (let tried = 0; tried < 6; tried++) await login(email, "a wrong password");
    expectError(await login(email, PASSWORD), 429, "accountLocked", "en", { minutes: 15 });
    await reset(link);
    expect((await login(email, NEW)).status).toBe(200);
  });

  it("of another purpose, tampered with, or made up opens nothing", async () => {
    const { email, link } = await asked();
    const verification = await newestToken(harness(), email, "verify_email");
    for (const wrong of [verification, link.slice(1), `${link.slice(0, 20)}${link[20] === "A" ? "B" : "A"}${link.slice(21)}`, "x"])
      expectError(await reset(wrong), 400, "linkInvalid");
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it.each([
    ["too short", "short"],
    ["too common", "password123"],
    ["of another type", 1234567890],
    ["missing", null],
  ])("is not spent by a password that is %s", async (_kind, password) => {
    const { link } = await asked();
    expectIssues(await reset(link, password), ["password"]);
    expect((await reset(link)).status).toBe(200);
  });
});

describe("what a reset leaves of the ways in", () => {
  async function equipped() {
    const person = await registerUser(harness());
    const factor = await enableTotp(harness(), person.token);
    await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, backed_up)
      values (${`key-${person.user.uid}`}, ${person.user.uid}, 'Phone', '\\x00', 0, '{}', false)`;
    await sql`insert into identities (provider, provider_account_id, user_id) values ('oidc', ${person.user.uid}, ${person.user.uid})`;
    return { ...person, ...factor };
  }
  const security = async (token: string) => (await harness().call("GET", `${SECURITY}/get`, { token })).body.data;

  it("nothing that was set up before the address was ever confirmed", async () => {
    const { email, user } = await equipped();
    await sql`update users set email_verified_at = null where id = ${user.uid}`;
    await forget(email);
    await reset(await newestToken(harness(), email, "reset_password"));
    const answer = await login(email, NEW);
    expect(answer.status).toBe(200);
    expect(await security(answer.body.accessToken)).toMatchObject({ hasPassword: true, totp: false, recoveryCodesLeft: 0, passkeys: [] });
    expect(await sql`select 1 from identities where user_id = ${user.uid}`).toHaveLength(0);
    const [row] = await sql`select totp_secret from users where id = ${user.uid}`;
    expect(row?.totp_secret).toBeNull();
  });

  it("everything once it was confirmed: a stolen mailbox alone opens nothing", async () => {
    const { email, user, secret } = await equipped();
    await forget(email);
    await reset(await newestToken(harness(), email, "reset_password"));
    expectError(await login(email, NEW), 401, "secondFactorRequired");
    await sql`update users set totp_last_step = 0 where id = ${user.uid}`;
    const answer = await login(email, NEW, totpCode(secret));
    expect(answer.status).toBe(200);
    expect(await security(answer.body.accessToken)).toMatchObject({ totp: true, recoveryCodesLeft: 10, passkeys: [{ name: "Phone" }] });
    expect(await sql`select 1 from identities where user_id = ${user.uid}`).toHaveLength(1);
  });
});

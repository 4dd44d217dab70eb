import { randomUUID } from "node:crypto";
import { hash } from "@node-rs/argon2";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, PASSWORD, registerUser, startHarness, useHarness } from "#tests/config/harness";
import { expectError, sentence } from "#tests/factories/catalogues";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const login = (email: string, password: string, headers?: Record<string, string>) =>
  harness().call("POST", "/api/account/login", { body: { email, password }, ...(headers ? { headers } : {}) });
const unknown = () => `${randomUUID()}@example.com`;

/** The headers that a caller could tell two accounts apart by: not the clock's and not the call's own id. */
function telling(answer: Answer) {
  const { date: _, "x-request-id": __, ...headers } = Object.fromEntries(answer.headers);
  return { status: answer.status, headers, body: answer.body };
}

/** A lock's remaining seconds may differ by the time between two calls. */
function expectLocked(answer: Answer) {
  expectError(answer, 429, "accountLocked", "en", { minutes: 15 });
  expect(Object.keys(answer.body).sort()).toEqual(["code", "message"]);
  const seconds = Number(answer.headers.get("retry-after"));
  expect(seconds).toBeGreaterThan(14 * 60);
  expect(seconds).toBeLessThanOrEqual(15 * 60);
}

async function fail(email: string, times: number): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (let tried = 0; tried < times; tried++) answers.push(await login(email, "a wrong password"));
  return answers;
}

const failuresOf = async (subject: string) => (await sql`select failures, locked_until from login_failures where subject = ${subject}`)[0];

describe("a wrong password and an unknown address", () => {
  it("get the same answer, and both lock after five failures", async () => {
    const { email } = await registerUser(harness());
    const stranger = unknown();
    const known = await fail(email, 5);
    const unknowns = await fail(stranger, 5);
    for (const answer of known) expectError(answer, 401, "wrongCredentials");
    expect(unknowns.map(telling)).toEqual(known.map(telling));

    expectLocked(await login(email, "a wrong password"));
    expectLocked(await login(stranger, "a wrong password"));
    // Locked means locked: the right password does not open it, nor tell that it is right.
    expectLocked(await login(email, PASSWORD));
  });

  it("are told in the caller's language", async () => {
    const answer = await login(unknown(), "a wrong password", { "accept-language": "ar" });
    expectError(answer, 401, "wrongCredentials", "ar");
  });

  it("are locked in the caller's language", async () => {
    const stranger = unknown();
    await fail(stranger, 5);
    const locked = await login(stranger, "a wrong password", { "accept-language": "ar" });
    expectError(locked, 429, "accountLocked", "ar", { minutes: 15 });
    expect(locked.body.message).not.toBe(sentence("en", "errors.accountLocked", { minutes: 15 }));
  });

  it("a malformed address is one more unknown one", async () => {
    expectError(await login("no address at all", "x"), 401, "wrongCredentials");
  });
});

describe("a password that is right", () => {
  it("keeps a password as it is hashed today, whichever way it was hashed before", async () => {
    const { email, user } = await registerUser(harness());
    const older = await hash(PASSWORD, { algorithm: 2, memoryCost: 4096, timeCost: 3, parallelism: 1 });
    await sql`update users set password_hash = ${older} where id = ${user.uid}`;
    expect((await login(email, "a wrong password")).status).toBe(401);
    expect((await sql`select password_hash from users where id = ${user.uid}`)[0]?.password_hash).toBe(older);
    expect((await login(email, PASSWORD)).status).toBe(200);
    const [row] = await sql`select password_hash from users where id = ${user.uid}`;
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect((await sql`select password_hash from users where id = ${user.uid}`)[0]?.password_hash).toBe(row?.password_hash);
  });
});

describe("the lock", () => {
  it("is the account's, by whichever name it is tried", async () => {
    const username = `u${randomUUID().slice(0, 8)}`;
    const email = unknown();
    await harness().call("POST", "/api/user/register", { body: { email, username, password: PASSWORD, firstName: "A", lastName: "B" } });
    const byName = (password: string) =>
      harness().call("POST", "/api/user/login", { body: { username: username.toUpperCase(), password } });
    await fail(email, 2);
    for (let tried = 0; tried < 3; tried++) expectError(await byName("a wrong password"), 401, "wrongCredentials");
    expectLocked(await byName(PASSWORD));
    expectLocked(await login(` ${email.toUpperCase()} `, PASSWORD));
  });

  it("ends after its time, and the next five failures count anew", async () => {
    const { email, user } = await registerUser(harness());
    await fail(email, 5);
    expectLocked(await login(email, PASSWORD));
    await sql`update login_failures set locked_until = now() - interval '1 second' where subject = ${user.uid}`;
    for (const answer of await fail(email, 4)) expectError(answer, 401, "wrongCredentials");
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("ends after its time and falls again at the fifth failure", async () => {
    const { email, user } = await registerUser(harness());
    await fail(email, 5);
    await sql`update login_failures set locked_until = now() - interval '1 second' where subject = ${user.uid}`;
    for (const answer of await fail(email, 5)) expectError(answer, 401, "wrongCredentials");
    expectLocked(await login(email, PASSWORD));
  });

  it("a login in between clears the count", async () => {
    const { email, user } = await registerUser(harness());
    await fail(email, 4);
    expect((await login(email, PASSWORD)).status).toBe(200);
    expect(await failuresOf(user.uid)).toBeUndefined();
    for (const answer of await fail(email, 4)) expectError(answer, 401, "wrongCredentials");
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("does not come from what breaks here, which is nobody's guess", async () => {
    const { email, token, user } = await registerUser(harness());
    const prove = () => harness().call("POST", "/api/user/personalization/account/reauthenticate", { token, body: { password: PASSWORD } });
    await sql.unsafe(`
      create function break_down() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$;
      create trigger break_down before insert or update of authenticated_at on sessions
        for each row when (new.user_id = '${user.uid}') execute function break_down();`);
    try {
      for (let i = 0; i < 3; i++) {
        expect((await login(email, PASSWORD)).status).toBe(500);
        expect((await prove()).status).toBe(500);
      }
    } finally {
      await sql.unsafe("drop trigger break_down on sessions; drop function break_down()");
    }
    expect((await prove()).status).toBe(200);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("does not end the sessions that are open", async () => {
    const { email, token } = await registerUser(harness());
    await fail(email, 5);
    expectLocked(await login(email, PASSWORD));
    expect((await harness().call("GET", "/api/account/my-account", { token })).status).toBe(200);
  });

  it.each(["of a known address", "of an unknown one"])("guesses in parallel do not outrun it: %s", async (kind) => {
    const email = kind === "of a known address" ? (await registerUser(harness())).email : unknown();
    const answers = await Promise.all(Array.from({ length: 12 }, () => login(email, "a wrong password")));
    for (const answer of answers.filter(({ status }) => status !== 429)) expectError(answer, 401, "wrongCredentials");
    const locked = answers.filter(({ status }) => status === 429);
    expect(locked).toHaveLength(7);
    for (const answer of locked) expectLocked(answer);
    expectLocked(await login(email, PASSWORD));
  });

  it("the right password among parallel guesses is one of five tries, too", async () => {
    const { email } = await registerUser(harness());
    await fail(email, 4);
    const answers = await Promise.all([login(email, PASSWORD), login(email, PASSWORD)]);
    // The fifth try opens and forgets the count; the other came before or after that.
    expect(answers.some(({ status }) => status === 200)).toBe(true);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  it("keeps no typed address of a stranger in the clear", async () => {
    const stranger = unknown();
    await fail(stranger, 1);
    const rows = await sql<{ subject: string }[]>`select subject from login_failures`;
    expect(rows.some((row) => row.subject.includes(stranger))).toBe(false);
    expect(rows.some((row) => /^[0-9a-f]{64}$/.test(row.subject))).toBe(true);
  });
});

describe("the budget of an address", () => {
  it("refuses the 31st login of a minute with Retry-After, whoever it is for", async () => {
    const limited = await startHarness({ RATE_LIMITS: "on" });
    try {
      const attempts = await Promise.all(
        Array.from({ length: 31 }, () => limited.call("POST", "/api/account/login", { body: { email: unknown(), password: "x" } })),
      );
      expect(attempts.filter((answer) => answer.status === 401)).toHaveLength(30);
      const refused = attempts.find((answer) => answer.status === 429);
      if (!refused) throw new Error("none was refused");
      expectError(refused, 429, "tooManyRequests");
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      // A class of its own: asking what is taken still works.
      const check = await limited.call("POST", "/api/user/register/validation/check", { body: { username: "somebody" } });
      expect(check.status).toBe(200);
    } finally {
      await limited.close();
    }
  });

  it("goes by the peer, not by what a caller claims", async () => {
    const limited = await startHarness({ RATE_LIMITS: "on" });
    try {
      const attempts = await Promise.all(
        Array.from({ length: 31 }, (_, at) =>
          limited.call("POST", "/api/account/login", {
            body: { email: unknown(), password: "x" },
            headers: { "x-forwarded-for": `10.0.0.${at}` },
          }),
        ),
      );
      expect(attempts.some((answer) => answer.status === 429)).toBe(true);
    } finally {
      await limited.close();
    }
  });

  it("goes by the proxy's word when the proxy is trusted: the last address, which the caller cannot write", async () => {
    const limited = await startHarness({ RATE_LIMITS: "on", TRUST_PROXY: "on" });
    const attempt = (forwarded: string) =>
      limited.call("POST", "/api/account/login", { body: { email: unknown(), password: "x" }, headers: { "x-forwarded-for": forwarded } });
    try {
      const spread = await Promise.all(Array.from({ length: 31 }, (_, at) => attempt(`203.0.113.9, 10.0.0.${at}`)));
      expect(spread.every((answer) => answer.status === 401)).toBe(true);
      const one = await Promise.all(Array.from({ length: 31 }, (_, at) => attempt(`10.1.1.${at}, 203.0.113.9`)));
      expect(one.some((answer) => answer.status === 429)).toBe(true);
    } finally {
      await limited.close();
    }
  });
});

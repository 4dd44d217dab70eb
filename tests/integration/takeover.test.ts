import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { until } from "#tests/factories/faults";
import { mailsAbout, mailsTo, newestToken } from "#tests/factories/mails";
import { whileHeld } from "#tests/factories/waiting";
import type { Transaction } from "@/server/db/client";
import { users } from "@/server/db/schema";

/** What somebody could try who knew a password once, or registered in another's name. */
const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization/account";
const NEW = "a whole other battery";
const post = (path: string, body: unknown, token?: string) => harness().call("POST", path, { body, token });
const login = (email: string, password: string) => post("/api/account/login", { email, password });
const resetPassword = async (email: string) => {
  await post("/api/user/forget/password", { email });
  return post("/api/user/reset/password", { token: await newestToken(harness(), email, "reset_password"), password: NEW });
};
const alive = async (token: string) => (await harness().call("GET", "/api/account/my-account", { token })).status === 200;

describe("a change of the address that was asked for by whoever had the account before", () => {
  it.each(["reset", "change"])("dies with a %s of the password", async (how) => {
    const { email, token } = await registerUser(harness());
    const evil = `${randomUUID()}@evil.example`;
    await post(`${P}/email/change`, { email: evil }, token);
    const link = await newestToken(harness(), evil, "change_email");
    const body = { currentPassword: PASSWORD, newPassword: NEW };
    const done = how === "reset" ? await resetPassword(email) : await post(`${P}/detail/password/update`, body, token);
    expect(done.status).toBe(200);
    const owner = (await login(email, NEW)).body.accessToken;
    for (const session of [token, owner]) {
      const answer = await post("/api/user/verify/email", { token: link }, session);
      expect([400, 403]).toContain(answer.status);
    }
    expect((await login(email, NEW)).status).toBe(200);
  });
});

describe("logins that are under way while the password changes", () => {
  it("open no session that outlives the old password", async () => {
    for (let round = 0; round < 3; round++) {
      const { email } = await registerUser(harness());
      await post("/api/user/forget/password", { email });
      const token = await newestToken(harness(), email, "reset_password");
      const [reset, ...tries] = await Promise.all([
        post("/api/user/reset/password", { token, password: NEW }),
        ...Array.from({ length: 4 }, () => login(email, PASSWORD)),
      ]);
      expect(reset?.status).toBe(200);
      for (const { status, body } of tries) {
        expect([200, 401]).toContain(status);
        if (status === 200) expect(await alive(body.accessToken)).toBe(false);
      }
    }
  });

  it.each([
    ["the login comes first: it opens a session, which ends", true],
    ["the new password comes first: nothing opens", false],
  ])("%s", async (_, loginFirst) => {
    const { email, user } = await registerUser(harness());
    await post("/api/user/forget/password", { email });
    const token = await newestToken(harness(), email, "reset_password");
    const calls = { login: () => login(email, PASSWORD), reset: () => post("/api/user/reset/password", { token, password: NEW }) };
    // Who waits for a row gets it in the order in which they came.
    const hold = (tx: Transaction) => tx.select().from(users).where(eq(users.id, user.uid)).for("update");
    const order = loginFirst ? [calls.login, calls.reset] : [calls.reset, calls.login];
    const heard = await whileHeld(harness().app.services.db, hold, ...order);
    const [opened, reset] = (loginFirst ? heard : heard.toReversed()) as [Answer, Answer];
    expect([opened.status, reset.status]).toEqual([loginFirst ? 200 : 401, 200]);
    if (loginFirst) expect(await alive(opened.body.accessToken)).toBe(false);
    expect((await login(email, NEW)).status).toBe(200);
  });
});

describe("a login that waits for a new password to be set", () => {
  it("holds nothing that is needed to set it", async () => {
    const { email, user } = await registerUser(harness());
    const waiting = await sql.begin(async (tx) => {
      await tx`select 1 from users where id = ${user.uid} for update`;
      const called = login(email, PASSWORD);
      await until("the call waits", async () => (await sql`select 1 from pg_locks where not granted`).length > 0);
      await tx`delete from login_failures where subject = ${user.uid}`;
      return { called };
    });
    expect((await waiting.called).status).toBe(200);
  });
});

describe("a change of the password that is under way while it is set by a mailed link", () => {
  const change = (token: string, newPassword: string) =>
    post(`${P}/detail/password/update`, { currentPassword: PASSWORD, newPassword }, token);
  /** Calls while a reset has written the account's row, and commits it once the call waits for that. */
  async function meanwhile(email: string, uid: string, call: () => Promise<Answer>) {
    const { email: other } = await registerUser(harness());
    await resetPassword(other);
    const [row] = await sql`select password_hash from users where email = ${other}`;
    const answer = await sql.begin(async (tx) => {
      await tx`update users set password_hash = ${row?.password_hash} where id = ${uid}`;
      const called = call();
      await until("the call waits", async () => (await sql`select 1 from pg_locks where not granted`).length > 0);
      return { called };
    });
    return { answer: await answer.called, login: await login(email, NEW) };
  }

  it("leaves what the link set to its owner", async () => {
    const { email, token, user } = await registerUser(harness());
    const { answer, login: owner } = await meanwhile(email, user.uid, () => change(token, "what the intruder wants"));
    expectError(answer, 401, "wrongCredentials");
    expect(owner.status).toBe(200);
    expect((await login(email, "what the intruder wants")).status).toBe(401);
    // No session of the owner's ended by it, and nobody was told of a change that was none.
    expect(await alive(owner.body.accessToken)).toBe(true);
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(0);
  });

  it("is done where it is the same one: the call came twice", async () => {
    const { email, token, user } = await registerUser(harness());
    const { answer } = await meanwhile(email, user.uid, () => change(token, NEW));
    expect(answer.status).toBe(200);
    expect(await mailsAbout(harness(), email, "password_changed")).toHaveLength(0);
  });
});

describe("an account whose address nobody has confirmed", () => {
  it("takes no second factor and no third party", async () => {
    const { token } = await registerUser(harness(), {}, { confirmed: false });
    for (const path of ["totp/begin", "totp/enable", "passkey/begin"])
      expectError(await post(`${P}/security/${path}`, path === "totp/enable" ? { code: "123456" } : {}, token), 403, "emailUnconfirmed");
  });

  it("is sent links only: nothing that carries what somebody typed", async () => {
    const { email, token } = await registerUser(harness(), { firstName: "You won, visit" }, { confirmed: false });
    await post(`${P}/detail/password/update`, { currentPassword: PASSWORD, newPassword: NEW }, token);
    await post(`${P}/deletion/request`, {}, token);
    await login(email, NEW);
    const mails = await mailsTo(harness(), email);
    expect(mails).toHaveLength(1);
    expect(mails.map(({ text }) => text).join()).not.toContain("You won");
    expect(await sql`select 1 from outbox_mails where recipient = ${email}`).toHaveLength(0);
  });
});

describe("codes", () => {
  it("are read in the digits of Arabic, Persian and full width too", async () => {
    const { loginInput } = await import("@/features/account/schema");
    const read = (code: string) => loginInput.parse({ email: "a@example.com", password: "x", code }).code;
    for (const code of ["٧١٣٥٦٠", "۷۱۳۵۶۰", "７１３５６０", " 713560 "]) expect(read(code)).toBe("713560");
  });
});

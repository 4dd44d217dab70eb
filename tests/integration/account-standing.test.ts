import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { grantRole, restore, suspend } from "#tests/factories/standing";
import { eraseDue } from "@/features/account/deletion/mutations";
import { unlock } from "@/features/account/standing/mutations";
import { lockAccount } from "@/features/account/standing/queries";
import type { AccountState } from "@/lib/enums/account";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const STATES: AccountState[] = ["unverified", "active", "locked", "suspended", "pending_deletion", "erased"];
const DELETION = "/api/user/personalization/account/deletion";
const me = (token: string) => harness().call("GET", "/api/account/my-account", { token });
const login = (email: string) => harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
const stateOf = async (id: string) => (await harness().app.services.db.transaction((tx) => lockAccount(tx, id))).state;

/** Puts an account into a state by its facts alone, so that no rule is asked on the way. */
async function put(id: string, state: AccountState): Promise<void> {
  await sql`update users set email_verified_at = now(), suspended_at = null, deletion_requested_at = null, erased_at = null where id = ${id}`;
  await sql`delete from login_failures where subject = ${id}`;
  if (state === "unverified") await sql`update users set email_verified_at = null where id = ${id}`;
  if (state === "locked") await sql`insert into login_failures values (${id}, 5, now() + interval '10 minutes')`;
  if (state === "suspended") await sql`update users set suspended_at = now(), suspension_reason = 'a reason' where id = ${id}`;
  if (state === "pending_deletion") await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${id}`;
  if (state === "erased")
    await sql`update users set deletion_requested_at = now() - interval '20 days', erased_at = now() where id = ${id}`;
  expect(await stateOf(id)).toBe(state);
}

describe("what the table forbids, the mutations refuse", () => {
  let account: Awaited<ReturnType<typeof registerUser>>;
  beforeEach(async () => {
    account = await registerUser(harness());
  });

  it.each(STATES)("suspending from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    // Asking for the account's end is no shelter.
    const allowed = ["unverified", "active", "locked", "pending_deletion"].includes(state);
    const done = suspend(harness().app.services.db, uid, "spam");
    if (!allowed) await expect(done).rejects.toMatchObject({ code: "wrongState" });
    else await done;
    expect(await stateOf(uid)).toBe(allowed ? "suspended" : state);
  });

  it.each(STATES)("restoring from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    const done = restore(harness().app.services.db, uid);
    if (state !== "suspended") await expect(done).rejects.toMatchObject({ code: "wrongState" });
    else await done;
    expect(await stateOf(uid)).toBe(state === "suspended" ? "active" : state);
  });

  // Somebody suspended or erased has no session that could ask.
  it.each(STATES)("asking for the end from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    const answer = await harness().call("POST", `${DELETION}/request`, { token: account.token });
    if (["unverified", "active", "locked"].includes(state)) expect(answer.status).toBe(200);
    else if (state === "pending_deletion") expectError(answer, 409, "wrongState");
    else expectError(answer, 401, "sessionEnded");
    expect(await stateOf(uid)).toBe(answer.status === 200 ? "pending_deletion" : state);
  });

  it.each(STATES)("taking the end back from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    const answer = await harness().call("POST", `${DELETION}/cancel`, { token: account.token });
    if (state === "pending_deletion") expect(answer.status).toBe(200);
    else if (state === "suspended" || state === "erased") expectError(answer, 401, "sessionEnded");
    else expectError(answer, 409, "wrongState");
    expect(await stateOf(uid)).toBe(state === "pending_deletion" ? "active" : state);
  });

  it.each(STATES)("erasing from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    await eraseDue(harness().app.services);
    expect(await stateOf(uid)).toBe(state === "pending_deletion" ? "erased" : state);
  });

  it.each(STATES)("granting a role from %s", async (state) => {
    const { uid } = account.user;
    await put(uid, state);
    const done = grantRole(harness().app.services.db, uid, "admin");
    if (state === "erased") await expect(done).rejects.toMatchObject({ code: "wrongState" });
    else await done;
    const [row] = await sql`select role from users where id = ${uid}`;
    expect(row?.role).toBe(state === "erased" ? "candidate" : "admin");
  });
});

describe("a suspended account", () => {
  it("is out at once, reads the reason after the right password only, and comes back", async () => {
    const { db } = harness().app.services;
    const { email, token, user } = await registerUser(harness());
    await suspend(db, user.uid, "Recordings of other people");
    expectError(await me(token), 401, "sessionEnded");
    const refused = await login(email);
    expectError(refused, 403, "accountSuspended", "en", { reason: "Recordings of other people" });
    const guessed = await harness().call("POST", "/api/account/login", { body: { email, password: "a wrong password" } });
    expectError(guessed, 401, "wrongCredentials");
    await restore(db, user.uid);
    // Sessions that ended stay ended.
    expectError(await me(token), 401, "sessionEnded");
    expect((await login(email)).status).toBe(200);
    const [row] = await sql`select suspended_at, suspension_reason from users where id = ${user.uid}`;
    expect(row).toEqual({ suspended_at: null, suspension_reason: null });
  });

  it("reads the reason however often it comes with the right password", async () => {
    const { email, user } = await registerUser(harness());
    await suspend(harness().app.services.db, user.uid, "a reason");
    for (let times = 0; times < 7; times++) expectError(await login(email), 403, "accountSuspended", "en", { reason: "a reason" });
  });

  it("comes back as what it was: unverified, or still locked", async () => {
    const { db } = harness().app.services;
    for (const before of ["unverified", "locked"] as const) {
      const { user } = await registerUser(harness());
      await put(user.uid, before);
      await suspend(db, user.uid, "a reason");
      await restore(db, user.uid);
      expect(await stateOf(user.uid)).toBe(before);
    }
  });
});

describe("an administrator's other steps", () => {
  it("a lock can be ended before its time", async () => {
    const { email, user } = await registerUser(harness());
    await put(user.uid, "locked");
    expectError(await login(email), 429, "accountLocked", "en", { minutes: 10 });
    await unlock(harness().app.services.db, user.uid);
    expect((await login(email)).status).toBe(200);
  });

  it("a role counts from the next call on, in the sessions that are open", async () => {
    const { token, user } = await registerUser(harness());
    expect((await me(token)).body.user.role).toBe("candidate");
    expectError(await harness().call("GET", "/api/super/admin/mails/get", { token }), 403, "forbidden");
    await grantRole(harness().app.services.db, user.uid, "super_admin");
    expect((await me(token)).body.user.role).toBe("super_admin");
    expect((await harness().call("GET", "/api/super/admin/mails/get", { token })).status).toBe(200);
  });
});

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, PASSWORD, registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError } from "#tests/factories/catalogues";
import { enableTotp } from "#tests/factories/factors";
import { act, aMember, aRoom, aStranger, aTopic, dataOf, handleOf, said, words } from "#tests/factories/forum";
import { openLive } from "#tests/factories/live";
import { mailsAbout, newestToken } from "#tests/factories/mails";
import { notebook } from "#tests/factories/notebook";
import { tell } from "#tests/factories/notifications";
import { suspend } from "#tests/factories/standing";
import { giveTrades } from "#tests/factories/trades";
import { storedAnswer } from "#tests/factories/uploads";
import { eraseDue } from "@/features/account/deletion/mutations";
import { makeExports } from "@/features/account/export/mutations";
import { notificationsData } from "@/features/account/notifications/personal-data";
import { LOCALES, localeTag } from "@/lib/locales";
import { enqueueMail } from "@/server/mail/outbox";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const A = "/api/user/personalization/account";
const post = (path: string, token: string, body: unknown = {}, headers?: Record<string, string>) =>
  harness().call("POST", path, { token, body, ...(headers ? { headers } : {}) });
const ask = (token: string) => post(`${A}/deletion/request`, token);
const cancel = (token: string) => post(`${A}/deletion/cancel`, token);
const me = async (token: string) => (await harness().call("GET", "/api/account/my-account", { token })).body.user;
const login = (email: string) => harness().call("POST", "/api/account/login", { body: { email, password: PASSWORD } });
const holdings = async (token: string) => (await harness().call("GET", `${A}/deletion/holdings/get`, { token })).body.data;
const playShared = (share: string) => harness().call("POST", "/api/user/web/practice/shared/view", { body: { token: share } });
const agedBy = (userId: string, interval: string) =>
  sql`update users set deletion_requested_at = now() - ${interval}::interval where id = ${userId}`;
const erase = (change = {}) => eraseDue({ ...harness().app.services, ...change });
const isErased = async (userId: string) => (await sql`select erased_at is not null as erased from users where id = ${userId}`)[0]?.erased;

const addressOf = async (userId: string) => (await sql`select email from users where id = ${userId}`)[0]?.email as string;

/** An account with something in every corner, all of it recognisable. */
async function settled() {
  const username = `u${randomUUID().slice(0, 8)}`;
  const lastName = `Last${randomUUID().slice(0, 8)}`;
  const person = await registerUser(harness(), { lastName });
  const { token, user } = person;
  const profession = `Trade ${randomUUID().slice(0, 8)}`;
  await post(`${A}/detail/profile/update`, token, { username, profession, timeZone: "Africa/Khartoum", interviewDate: "2027-01-01" });
  const answer = await storedAnswer(harness(), token);
  const comments = `Note ${randomUUID()}`;
  await post(`${PRACTICE}/answer/save`, token, { uid: answer.uid, rate_your_self: RATINGS, comments }, { "idempotency-key": randomUUID() });
  await tell(harness(), user.uid, { values: { subject: comments } });
  await post("/api/user/notifications/settings/save", token, { mailRhythm: "daily" });
  const keys = { p256dh: "A".repeat(87), auth: "A".repeat(22) };
  await post("/api/user/notifications/push/subscribe", token, { endpoint: `https://fcm.googleapis.com/${username}`, keys });
  const shared = await post(`${PRACTICE}/answer/share`, token, { uid: answer.uid });
  const share = new URL(shared.body.data.share_link).hash.slice(1);
  return { ...person, uid: user.uid, username, lastName, profession, comments, answer, share };
}

describe("asking for the end of an account", () => {
  it("says first how much would go", async () => {
    const { token } = await settled();
    expect(await holdings(token)).toEqual({
      answers: 1,
      recordings: 1,
      shareLinks: 1,
      interviews: 0,
      simulations: 0,
      reviewRequests: 0,
      reviewsGiven: 0,
      bookmarks: 0,
      subscriptions: 0,
      invoices: 0,
      conversations: 0,
      workspaces: 0,
      communityMessages: 0,
      reactions: 0,
      notifications: 1,
      pushSubscriptions: 1,
      sessions: 1,
      passkeys: 0,
    });
    expect(await holdings((await registerUser(harness())).token)).toMatchObject({ answers: 0, recordings: 0, shareLinks: 0 });
  });

  it("needs a recent proof", async () => {
    const { token, user } = await registerUser(harness());
    await sql`update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${user.uid}`;
    expectError(await ask(token), 403, "reauthenticationRequired");
    expect((await me(token)).erasedOn).toBeNull();
    await post(`${A}/reauthenticate`, token, { password: PASSWORD });
    expect((await ask(token)).status).toBe(200);
  });

  it("tells the day by answer and mail, and stops shared links at once; the owner may still log in", async () => {
    const { email, token, share, lastName } = await settled();
    expect((await playShared(share)).status).toBe(200);
    const { erasedOn } = (await ask(token)).body.data;
    expect((new Date(erasedOn).getTime() - Date.now()) / 86_400_000).toBeCloseTo(14, 2);
    expect((await me(token)).erasedOn).toBe(erasedOn);
    expectError(await playShared(share), 404, "notFound");
    const [mail] = await mailsAbout(harness(), email, "deletion_requested");
    const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "Africa/Khartoum" }).format(new Date(erasedOn));
    expect(mail?.text).toContain(day);
    expect((await login(email)).body.user).toMatchObject({ lastName, erasedOn });
    expectError(await ask(token), 409, "wrongState");
    expect((await me(token)).erasedOn).toBe(erasedOn);
  });

  it("is not for the last who may do everything: somebody has to be left who gives roles", async () => {
    const [one, other] = [await registerUser(harness()), await registerUser(harness())];
    const uids = [one.user.uid, other.user.uid];
    // Whoever else has the role in this database has it not for the time being.
    const others = (await sql`update users set role = 'admin' where role = 'super_admin' returning id`).map(({ id }) => id);
    await sql`update users set role = 'super_admin' where id in ${sql(uids)}`;
    try {
      await sql`update users set suspended_at = now() where id = ${other.user.uid}`;
      for (const locale of LOCALES) {
        const refused = await post(`${A}/deletion/request`, one.token, {}, { "accept-language": localeTag(locale) });
        expectError(refused, 409, "lastSuperAdmin", locale);
      }
      expect((await me(one.token)).erasedOn).toBeNull();
      await sql`update users set suspended_at = null where id = ${other.user.uid}`;
      // Of two who go at once one has to stay.
      const asked = await Promise.all([ask(one.token), ask(other.token)]);
      expect(asked.map(({ body }) => body.code ?? "asked").toSorted()).toEqual(["asked", "lastSuperAdmin"]);
    } finally {
      await sql`update users set role = 'candidate' where id in ${sql(uids)}`;
      if (others.length > 0) await sql`update users set role = 'super_admin' where id in ${sql(others)}`;
    }
  });

  it("can be taken back: everything is as it was", async () => {
    const { token, share, uid } = await settled();
    await ask(token);
    await agedBy(uid, "13 days 23 hours");
    expect((await cancel(token)).body).toEqual({ data: { erasedOn: null } });
    expect((await me(token)).erasedOn).toBeNull();
    expect((await playShared(share)).status).toBe(200);
    await erase();
    expect(await isErased(uid)).toBe(false);
    expectError(await cancel(token), 409, "wrongState");
  });

  it("erases nothing before the fourteen days are over", async () => {
    const { token, uid } = await settled();
    await ask(token);
    await agedBy(uid, "13 days 23 hours 59 minutes");
    await erase();
    expect(await isErased(uid)).toBe(false);
    expect(await holdings(token)).toMatchObject({ answers: 1, recordings: 1 });
  });
});

describe("after fourteen days", () => {
  /** Asked for and due. */
  async function due(person: { token: string; uid: string }) {
    await ask(person.token);
    await agedBy(person.uid, "14 days 1 minute");
  }

  it("files and rows are gone; a receipt, and a row without anything personal, are left", async () => {
    const person = await settled();
    const { uid, token, email } = person;
    await enableTotp(harness(), token);
    await sql`insert into passkeys (id, user_id, name, public_key, counter, transports, backed_up) values (${uid}, ${uid}, 'Phone', '\\x00', 0, '{}', false)`;
    await sql`insert into identities (provider, provider_account_id, user_id, email) values ('oidc', ${uid}, ${uid}, ${email})`;
    await sql`insert into avatars (id, user_id, image) values (${uid}, ${uid}, '\\x00')`;
    await sql`update users set avatar_id = ${uid} where id = ${uid}`;
    await post(`${A}/preference/save`, token, { event: "new_device", channel: "email", enabled: false });
    await post(`${A}/export/request`, token);
    await makeExports(harness().app.services);
    const half = await sql`select key from stored_files`;
    expect(half.length).toBeGreaterThanOrEqual(2);
    const keys = (
      await sql`select file_key as key from answers where user_id = ${uid} union select file_key from data_exports where user_id = ${uid}`
    ).map(({ key }) => key as string);
    expect(keys).toHaveLength(2);
    const live = await openLive(harness().url, token);

    await due(person);
    await erase();
    expect(await isErased(uid)).toBe(true);
    expect(await live.within(10_000, () => live.ended())).toBe(true);
    live.close();
    expect(await sql`select 1 from stored_files where key = any(${keys})`).toHaveLength(0);
    for (const key of keys) await expect(harness().app.services.files.open(key)).rejects.toThrow();
    expectError(await playShared(person.share), 404, "notFound");

    const [receipt] = await sql`select * from erasure_receipts where user_id = ${uid}`;
    expect(receipt?.erased).toEqual({
      files: 2,
      answers: 1,
      recordings: 1,
      shareLinks: 1,
      interviews: 0,
      simulations: 0,
      reviewRequests: 0,
      reviewsGiven: 0,
      bookmarks: 0,
      subscriptions: 0,
      invoices: 0,
      conversations: 0,
      workspaces: 0,
      communityMessages: 0,
      reactions: 0,
      // What was said of the app of codes, the archive and the end, too.
      notifications: 4,
      pushSubscriptions: 1,
      sessions: 1,
      passkeys: 1,
    });
    const [mail] = await mailsAbout(harness(), email, "erased");
    expect(mail?.text).toContain(uid);
    expect(`${mail?.text}${mail?.html}`).not.toContain(person.lastName);

    // Nothing of the old row's texts is left in the new one.
    const [row] = await sql`select * from users where id = ${uid}`;
    expect(row).toMatchObject({
      email: `${uid}@erased.invalid`,
      username: null,
      password_hash: null,
      first_name: "",
      last_name: "",
      profession: "",
      time_zone: null,
      interview_date: null,
      avatar_id: null,
      totp_secret: null,
      role: "candidate",
    });
  });

  it("no table has a row of theirs but the receipt", async () => {
    const person = await settled();
    await enableTotp(harness(), person.token);
    await post(`${A}/security/passkey/begin`, person.token);
    await due(person);
    await erase();
    expect(await columnsWith(person.uid)).toEqual(["erasure_receipts.user_id"]);
  });

  /** The columns, of all that hold somebody's number by a foreign key or by their name, in which this one stands. */
  async function columnsWith(userId: string): Promise<string[]> {
    const columns = await sql<{ table: string; column: string }[]>`
      select c.conrelid::regclass::text as table, a.attname as column from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
        where c.contype = 'f' and c.confrelid = 'users'::regclass
      union select table_name, column_name from information_schema.columns where table_schema = 'public' and column_name = 'user_id'
      order by 1, 2`;
    expect(columns.length).toBeGreaterThan(60);
    const left = [];
    for (const { table, column } of columns)
      if ((await sql`select 1 from ${sql(table)} where ${sql(column)} = ${userId} limit 1`).length > 0) left.push(`${table}.${column}`);
    return left;
  }

  /** Every table's rows in which a text stands, once the last mail has gone out. */
  async function tablesWith(texts: string[]): Promise<string[]> {
    const tables = await sql`select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
    const found = [];
    for (const { name } of tables)
      for (const text of texts) {
        const rows = await sql`select 1 from ${sql(name)} t where row_to_json(t)::text ilike ${`%${text}%`}`;
        if (rows.length > 0) found.push(`${name}: ${text}`);
      }
    return found;
  }

  it("no table holds a word of theirs", async () => {
    const person = await settled();
    const words = [person.email, person.username, person.lastName, person.profession, person.comments];
    expect((await tablesWith(words)).length).toBeGreaterThanOrEqual(words.length);
    await due(person);
    await erase();
    await mailsAbout(harness(), person.email, "erased");
    expect(await tablesWith(words)).toEqual([]);
  });

  it("nor does what others were told keep their name, wherever they did something", async () => {
    const [firstName, lastName] = [`First${randomUUID().slice(0, 8)}`, `Last${randomUUID().slice(0, 8)}`];
    const person = await registerUser(harness(), { firstName, lastName });
    const { uid } = person.user;
    const me = { id: uid, token: person.token, email: person.email };
    const [reader, host] = [await aMember(harness()), await registerUser(harness())];
    const [admin, leaving] = [await aStranger(harness(), {}, "admin"), await aStranger(harness(), { firstName, lastName }, "admin")];
    const room = await aRoom(harness());
    dataOf(await act(harness(), reader, "profession/level/save", { professionId: room.id, level: "watch" }));
    const topic = await aTopic(harness(), reader, room.id);
    await said(harness(), me, topic.uid, `@${await handleOf(harness(), reader)} ${words()}`);
    await said(harness(), me, topic.uid);
    await aTopic(harness(), me, room.id);
    await post("/api/admin/people/viewing/ask", admin.token, { uid, reason: "No sound" });
    const [open] = (await harness().call("GET", `${A}/viewing/open/get`, { token: person.token })).body.data;
    await post(`${A}/viewing/answer`, person.token, { uid: open.uid, allow: true });
    await post("/api/admin/people/viewing/ask", leaving.token, { uid: reader.id, reason: "No picture" });
    await giveTrades(harness().app.services.db, [host.user.uid]);
    const { aShop, given } = notebook(harness);
    const { workspaceId, customerUid, memberId } = await aShop(host, person);
    await given(host, "members.setRole", { workspaceId, uid: memberId, version: 1, role: "manager" });
    const members = await given(person, "members.list", { workspaceId });
    const owner = members.find(({ you }: { you: boolean }) => !you).uid;
    await given(person, "notes.save", { workspaceId, customerUid, body: `@[${owner}] look` });
    await given(person, "tasks.save", { workspaceId, title: "Measure", assignees: [owner] });
    const hearers = [reader.id, admin.id, host.user.uid];
    const kinds = async () =>
      (await sql`select kind from notifications where user_id = any(${hearers}) and event <> 'support_inbox' order by kind`).map(
        ({ kind }) => kind,
      );
    await tell(harness(), reader.id);
    const told = [
      "forum_mention",
      "forum_post",
      "forum_topic",
      "support_reply",
      "trades_mention",
      "trades_task",
      "viewing_allowed",
      "viewing_asked",
    ];
    expect(await kinds()).toEqual(told);
    // Whom the words name is known by an id to us alone.
    for (const id of hearers) {
      const held = await notificationsData.records(harness().app.services, id);
      expect(JSON.stringify(held.data)).toContain(firstName);
      expect(JSON.stringify(held.data)).not.toContain("namedId");
    }
    expect((await columnsWith(uid)).length).toBeGreaterThan(10);
    for (const { token, id } of [me, leaving]) await due({ token, uid: id });
    await erase();
    // Of the number of an account that is nobody's any more what was done stays in logs, and what was written for a workspace.
    expect(await columnsWith(uid)).toEqual([
      "audit_events.subject_id",
      "erasure_receipts.user_id",
      "notes.author_id",
      "workspace_events.actor_id",
    ]);
    expect(await columnsWith(leaving.id)).toEqual(["audit_events.actor_id", "erasure_receipts.user_id", "viewings.admin_id"]);
    for (const { email } of [me, leaving]) await mailsAbout(harness(), email, "erased");
    expect(await tablesWith([firstName, lastName])).toEqual([]);
    expect(await kinds()).toEqual(["support_reply"]);
  });

  it("nor does a mail that was given up keep their address", async () => {
    const person = await settled();
    await mailsAbout(harness(), person.email, "verify_email");
    await sql`insert into outbox_mails (id, recipient, locale, template, values, attempts, due_at)
      values (${randomUUID()}, ${person.email}, 'en', 'password_changed', ${sql.json({ name: person.lastName })}, 12, 'infinity')`;
    await due(person);
    await erase();
    await mailsAbout(harness(), person.email, "erased");
    expect(await tablesWith([person.email, person.lastName])).toEqual([]);
  });

  it("what others have sent to the address is on its way still", async () => {
    const person = await settled();
    await mailsAbout(harness(), person.email, "verify_email");
    const { db } = harness().app.services;
    const letter = { to: person.email, locale: "en" } as const;
    for (const template of ["quote_sent", "contact_answered", "receipt"] as const) await enqueueMail(db, { ...letter, template });
    await due(person);
    await erase();
    const left = await sql`select template from outbox_mails where recipient = ${person.email} order by template`;
    expect(left.map(({ template }) => template)).toEqual(["contact_answered", "erased", "quote_sent"]);
    await sql`delete from outbox_mails where recipient = ${person.email}`;
  });

  it("nobody gets in, by no way; the address and the username are free again", async () => {
    const person = await settled();
    const { email, username, uid, token } = person;
    await harness().call("POST", "/api/user/forget/password", { body: { email } });
    const reset = await newestToken(harness(), email, "reset_password");
    const verification = await newestToken(harness(), email, "verify_email");
    await due(person);
    await erase();
    expectError(await harness().call("GET", "/api/account/my-account", { token }), 401, "sessionEnded");
    for (const address of [email, `${uid}@erased.invalid`]) expectError(await login(address), 401, "wrongCredentials");
    const byReset = await harness().call("POST", "/api/user/reset/password", { body: { token: reset, password: "another good password" } });
    expectError(byReset, 400, "linkInvalid");
    expectError(await harness().call("POST", "/api/user/verify/email", { body: { token: verification } }), 400, "linkInvalid");
    const again = await harness().call("POST", "/api/user/register", {
      body: { email, username, password: PASSWORD, firstName: "New", lastName: "Person" },
    });
    expect(again.status).toBe(200);
    expect(again.body.user.uid).not.toBe(uid);
    expect(await holdings(again.body.accessToken)).toMatchObject({ answers: 0, recordings: 0 });
  });

  it("a stand-in address opens nothing: no mail is made for it, no password can be set", async () => {
    const person = await settled();
    await due(person);
    await erase();
    await harness().call("POST", "/api/user/forget/password", { body: { email: `${person.uid}@erased.invalid` } });
    const [row] = await sql`select recipient from outbox_mails order by created_at desc limit 1`;
    expect(row?.recipient).toBeNull();
  });

  it("happens once, however often and at once the job runs", async () => {
    const person = await settled();
    await due(person);
    await Promise.all([erase(), erase(), erase()]);
    await erase();
    expect(await sql`select 1 from erasure_receipts where user_id = ${person.uid}`).toHaveLength(1);
    expect(await mailsAbout(harness(), person.email, "erased")).toHaveLength(1);
  });

  it("also comes for somebody who was suspended meanwhile", async () => {
    const { token, user } = await registerUser(harness());
    await suspend(harness().app.services.db, user.uid, "a reason");
    await sql`update users set deletion_requested_at = now() - interval '15 days' where id = ${user.uid}`;
    await erase();
    const [row] = await sql`select suspension_reason, erased_at from users where id = ${user.uid}`;
    expect(row).toEqual({ suspension_reason: null, erased_at: expect.any(Date) });
    expectError(await harness().call("GET", "/api/account/my-account", { token }), 401, "sessionEnded");
  });

  it("a storage that fails keeps the rows for the next run, and holds nobody else up", async () => {
    const [one, other] = [await settled(), await registerUser(harness())];
    await due(one);
    await due({ token: other.token, uid: other.user.uid });
    const { files } = harness().app.services;
    const remove: typeof files.remove = async (keys) => {
      if (keys.length > 0) throw new Error("the storage is away");
    };
    await erase({ files: { ...files, remove } });
    // There is no way back any more, but nothing is forgotten that is still to be removed.
    expectError(await cancel(one.token), 401, "sessionEnded");
    expect(await sql`select 1 from answers where user_id = ${one.uid} and file_key is not null`).toHaveLength(1);
    expect(await addressOf(one.uid)).toBe(one.email);
    expect(await addressOf(other.user.uid)).toMatch(/@erased\.invalid$/);
    expect(await mailsAbout(harness(), one.email, "erased")).toEqual([]);
    await erase();
    expect(await addressOf(one.uid)).toMatch(/@erased\.invalid$/);
    expect(await mailsAbout(harness(), one.email, "erased")).toHaveLength(1);
  });

  it("whoever comes back as it begins, and asks anew, has fourteen days anew", async () => {
    const person = await settled();
    await due(person);
    const { personalData } = harness().app.services;
    // As it is counted what would go, the account stands in the job's list already.
    const whoAsks = personalData.map((held, at) => ({
      ...held,
      count: async (...of: Parameters<typeof held.count>) => {
        if (at === 0 && of[1] === person.uid) for (const change of [cancel, ask]) expect((await change(person.token)).status).toBe(200);
        return held.count(...of);
      },
    }));
    await erase({ personalData: whoAsks });
    expect(await isErased(person.uid)).toBe(false);
    expect((await me(person.token)).erasedOn).not.toBeNull();
  });

  it("an owner who comes back while it is under way is told that it is too late", async () => {
    const person = await settled();
    await due(person);
    const { files } = harness().app.services;
    const told: Answer[] = [];
    const removeAllOf: typeof files.removeAllOf = async (userId) => {
      if (userId === person.uid) told.push(await cancel(person.token));
      await files.removeAllOf(userId);
    };
    await erase({ files: { ...files, removeAllOf } });
    expect(told).toHaveLength(1);
    for (const answer of told) expectError(answer, 401, "sessionEnded");
    expect(await isErased(person.uid)).toBe(true);
    expectError(await playShared(person.share), 404, "notFound");
  });

  it("an owner who comes back before its turn keeps everything", async () => {
    const person = await settled();
    await due(person);
    const { personalData } = harness().app.services;
    // The job has the account in its list already, and is still counting what would go.
    const comesBack = personalData.map((held, at) => ({
      ...held,
      count: async (...of: Parameters<typeof held.count>) => {
        if (at === 0 && of[1] === person.uid) expect((await cancel(person.token)).status).toBe(200);
        return held.count(...of);
      },
    }));
    await erase({ personalData: comesBack });
    expect(await isErased(person.uid)).toBe(false);
    expect((await fetch((await playShared(person.share)).body.data.link)).status).toBe(200);
    expect(await holdings(person.token)).toMatchObject({ answers: 1, recordings: 1 });
  });
});

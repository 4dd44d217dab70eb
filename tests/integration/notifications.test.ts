import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { mailsTo } from "#tests/factories/mails";
import { A, age, notified, P, tell } from "#tests/factories/notifications";
import { forgetNotifications, notify, readGroup } from "@/features/account/notifications/mutations";
import { notificationsData } from "@/features/account/notifications/personal-data";
import { LOCALES, localeTag } from "@/lib/locales";

const harness = useHarness();
const { person, list, unread, post, mailNow } = notified(harness);
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const REPLY = sentence("en", "notifications.kinds.support_reply.title", { count: 1 });

describe("the list under the bell", () => {
  it("tells in the reader's language, the newest first, and counts what is unread", async () => {
    const { token, id } = await person();
    expect(await list(token)).toEqual({ data: [], meta: { total: 0 } });
    await tell(harness(), id);
    await tell(harness(), id, { kind: "export_ready", event: "export_ready", values: { linkEndsAt: "2026-11-21T23:30:00.000Z" } });
    const { data, meta } = await list(token);
    expect(meta).toEqual({ total: 2 });
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(["export_ready", "support_reply"]);
    expect(data[1]).toEqual({
      uid: expect.any(String),
      event: "support",
      kind: "support_reply",
      title: REPLY,
      body: sentence("en", "notifications.kinds.support_reply.body", { subject: "No sound" }),
      href: "/dashboard/support?conversation=1",
      count: 1,
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
      read: false,
    });
    expect(await unread(token)).toBe(2);
    for (const locale of LOCALES) {
      const told = await harness().call("GET", `${P}/get`, { token, headers: { "accept-language": localeTag(locale) } });
      expect(told.body.data[1].title).toBe(sentence(locale, "notifications.kinds.support_reply.title", { count: 1 }));
      expect(JSON.stringify(told.body)).not.toMatch(/notifications\.|\{\w+\}/);
    }
  });

  it("tells instants on the reader's clock", async () => {
    const { token, id } = await person();
    await harness().call("POST", `${A}/detail/profile/update`, { token, body: { timeZone: "Asia/Ho_Chi_Minh" } });
    await tell(harness(), id, { kind: "export_ready", event: "export_ready", values: { linkEndsAt: "2026-11-21T23:30:00.000Z" } });
    expect((await list(token)).data[0].body).toContain("22 November 2026");
    expect((await list(token)).data[0].body).toContain("06:30");
  });

  it("comes ten a page, all or only what is unread", async () => {
    const { token, id } = await person();
    for (let at = 0; at < 12; at++) await tell(harness(), id, { values: { subject: String(at) } });
    const [first] = (await list(token)).data;
    await post("/read", token, { uid: first.uid });
    expect((await list(token)).data).toHaveLength(10);
    expect((await list(token, "?page=2")).data).toHaveLength(2);
    expect((await list(token, "?unread=true")).meta).toEqual({ total: 11 });
    expect((await list(token, "?unread=true&page=2")).data).toHaveLength(1);
    expectIssues(await harness().call("GET", `${P}/get?page=0`, { token }), ["page"]);
  });

  it("marks one read, unread, and all read, and says so to every page", async () => {
    const { token, id } = await person();
    await tell(harness(), id);
    await tell(harness(), id);
    const live = await openLive(harness().url, token);
    const [one] = (await list(token)).data;
    expect((await post("/read", token, { uid: one.uid })).body).toEqual({ data: { read: true } });
    expect((await post("/read", token, { uid: one.uid })).status).toBe(200);
    expect(await unread(token)).toBe(1);
    expect((await post("/unread", token, { uid: one.uid })).body).toEqual({ data: { read: false } });
    expect(await unread(token)).toBe(2);
    expect((await post("/read/all", token)).body).toEqual({ data: { read: 2 } });
    expect((await post("/read/all", token)).body).toEqual({ data: { read: 0 } });
    expect(await unread(token)).toBe(0);
    expect(await live.within(10_000, () => live.events.some(({ data }) => JSON.stringify(data).includes("notifications")))).toBe(true);
    live.close();
  });

  it("marks as read what was seen, and not what came or rose since", async () => {
    const { token, id } = await person();
    const groupKey = "conversation:1";
    await tell(harness(), id, { groupKey });
    await tell(harness(), id, { values: { subject: "Seen" } });
    await age(sql, id, 1);
    const [{ updatedAt: until }] = (await list(token)).data;
    await tell(harness(), id, { values: { subject: "Unseen" } });
    await tell(harness(), id, { groupKey });
    expect((await post("/read/all", token, { until })).body).toEqual({ data: { read: 1 } });
    const { data } = await list(token);
    expect(data.map(({ count, read }: { count: number; read: boolean }) => [count, read])).toEqual([
      [2, false],
      [1, false],
      [1, true],
    ]);
    // The list tells no finer moment than the one that it is asked with.
    expect((await post("/read/all", token, { until: data[0].updatedAt })).body).toEqual({ data: { read: 2 } });
    expectIssues(await post("/read/all", token, { until: "now" }), ["until"]);
  });

  it("tells of what a stranger did the hour alone, and marks that as read with the rest", async () => {
    const { token, id } = await person();
    await tell(harness(), id, { values: { subject: "Before" } });
    const review = { event: "peer_review", kind: "review_first", values: { question: "Why?" }, href: "/dashboard/peer-review" } as const;
    await tell(harness(), id, review);
    await sql`update notifications set created_at = date_trunc('hour', now()) - interval '15 minutes' where user_id = ${id}`;
    await sql`update notifications set updated_at = created_at + case when kind = 'review_first' then interval '2 minutes' else interval '0' end where user_id = ${id}`;
    const { data } = await list(token);
    const [first, second] = data;
    expect(first).toMatchObject({ kind: "review_first", createdAt: expect.stringMatching(/:00:00\.000Z$/) });
    expect(first.updatedAt).toBe(first.createdAt);
    // Nor does its id.
    expect(first.uid[14]).toBe("4");
    const { data: kept } = await notificationsData.records(harness().app.services, id);
    expect(kept).toMatchObject({ notifications: [{ kind: "review_first", createdAt: first.createdAt, updatedAt: first.createdAt }, {}] });
    const until = [first.updatedAt, second.updatedAt].sort().at(-1);
    expect((await post("/read/all", token, { until })).body).toEqual({ data: { read: 2 } });
  });

  it("hides a stranger's", async () => {
    const { id, token } = await person();
    const stranger = await person();
    await tell(harness(), id);
    const [one] = (await list(token)).data;
    for (const path of ["/read", "/unread"]) expectError(await post(path, stranger.token, { uid: one.uid }), 404, "notFound");
    expectError(await post("/read", stranger.token, { uid: randomUUID() }), 404, "notFound");
    await post("/read/all", stranger.token);
    expect(await unread(token)).toBe(1);
    expect((await list(stranger.token)).data).toEqual([]);
  });

  it("is published and kept only if the transaction is", async () => {
    const { token, id } = await person();
    const live = await openLive(harness().url, token);
    const failed = harness().app.services.db.transaction(async (tx) => {
      await notify(tx, { userId: id, event: "support", kind: "support_reply", values: { subject: "x" }, href: "/dashboard" });
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await unread(token)).toBe(0);
    // One that is real comes after it, and alone.
    await tell(harness(), id);
    const told = () => live.events.filter(({ data }) => JSON.stringify(data)?.includes("notifications"));
    expect(await live.within(20_000, () => told().length > 0)).toBe(true);
    expect(told()).toHaveLength(1);
    live.close();
  });
});

describe("what belongs together", () => {
  const groupKey = "conversation:1";

  it("is one notification while it is unread, and rises", async () => {
    const { token, id } = await person();
    await tell(harness(), id, { groupKey });
    await tell(harness(), id, { values: { subject: "Between" } });
    await tell(harness(), id, { groupKey, values: { subject: "Newest" }, href: "/dashboard/support?conversation=2" });
    const { data } = await list(token);
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({ count: 2, href: "/dashboard/support?conversation=2" });
    expect(data[0].title).toBe(sentence("en", "notifications.kinds.support_reply.title", { count: 2 }));
    expect(data[0].body).toContain("Newest");
    expect(await unread(token)).toBe(2);
  });

  it("counts what says the same: an answer and that it is solved are not two answers", async () => {
    const { token, id } = await person();
    for (let at = 0; at < 2; at++) await tell(harness(), id, { groupKey });
    await tell(harness(), id, { groupKey, kind: "support_resolved" });
    const kinds = async () => (await list(token)).data.map(({ kind, count }: { kind: string; count: number }) => `${kind} ${count}`);
    expect(await kinds()).toEqual(["support_resolved 1"]);
    for (let at = 0; at < 2; at++) await tell(harness(), id, { groupKey });
    expect(await kinds()).toEqual(["support_reply 2"]);
  });

  it("begins anew once it was read, here or where it happened", async () => {
    const { token, id } = await person();
    const other = await person();
    await tell(harness(), id, { groupKey });
    await tell(harness(), other.id, { groupKey });
    await harness().app.services.db.transaction((tx) => readGroup(tx, [id], groupKey));
    expect(await unread(token)).toBe(0);
    expect(await unread(other.token)).toBe(1);
    await tell(harness(), id, { groupKey });
    const { data } = await list(token);
    expect(data.map(({ count, read }: { count: number; read: boolean }) => [count, read])).toEqual([
      [1, false],
      [1, true],
    ]);
    // The older one, unread again, stands for itself beside the newer one.
    expect((await post("/unread", token, { uid: data[1].uid })).status).toBe(200);
    expect(await unread(token)).toBe(2);
  });

  it("counts two at once as two, in one row", async () => {
    const { token, id } = await person();
    await Promise.all(Array.from({ length: 6 }, () => tell(harness(), id, { groupKey })));
    const { data } = await list(token);
    expect(data).toHaveLength(1);
    expect(data[0].count).toBe(6);
  });
});

describe("what the account's own events tell", () => {
  it("a changed password stands under the bell, and is mailed at once whatever was chosen", async () => {
    const { token, email } = await person();
    const body = { currentPassword: "correct horse battery", newPassword: "quite another password" };
    expect((await harness().call("POST", `${A}/detail/password/update`, { token, body })).status).toBe(200);
    expect((await list(token)).data).toMatchObject([{ kind: "password_changed", event: "security", read: false }]);
    const subjects = (await mailsTo(harness(), email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === sentence("en", "mails.password_changed.subject"))).toHaveLength(1);
    await mailNow(new Date(Date.now() + 600_000));
    expect((await mailsTo(harness(), email)).length).toBe(subjects.length);
  });

  it("a new device is one entry and one mail that can be turned off", async () => {
    const { token, email } = await person();
    const login = {
      body: { email, password: "correct horse battery" },
      headers: { "user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" },
    };
    expect((await harness().call("POST", "/api/account/login", login)).status).toBe(200);
    expect((await list(token)).data).toMatchObject([{ kind: "new_device" }]);
    expect((await list(token)).data[0].body).toContain("Firefox 128");
    const mails = await mailsTo(harness(), email);
    const mail = mails.find(({ subject }) => subject === sentence("en", "mails.new_device.subject"));
    expect(mail?.unsubscribe).toContain("/unsubscribe/new_device/");
  });
});

describe("settings", () => {
  it("begin as promptly, and take nothing else", async () => {
    const { token } = await person();
    expect((await harness().call("GET", `${P}/settings/get`, { token })).body).toEqual({ data: { mailRhythm: "promptly" } });
    expectIssues(await post("/settings/save", token, { mailRhythm: "weekly" }), ["mailRhythm"]);
    expectIssues(await post("/settings/save", token, {}), ["mailRhythm"]);
  });
});

describe("what goes", () => {
  it("read ones after ninety days, unread ones after a year", async () => {
    const { token, id } = await person();
    for (let at = 0; at < 4; at++) await tell(harness(), id, { values: { subject: String(at) } });
    const ids = (await list(token)).data.map(({ uid }: { uid: string }) => uid);
    await sql`update notifications set read_at = now() - interval '91 days' where id = ${ids[0]}`;
    await sql`update notifications set read_at = now() - interval '89 days' where id = ${ids[1]}`;
    await sql`update notifications set updated_at = now() - interval '400 days' where id = ${ids[2]}`;
    await forgetNotifications(harness().app.services);
    expect((await list(token)).data.map(({ uid }: { uid: string }) => uid).sort()).toEqual([ids[1], ids[3]].sort());
  });
});

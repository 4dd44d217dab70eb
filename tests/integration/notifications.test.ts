import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues, sentence } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { linkIn, mailsTo } from "#tests/factories/mails";
import { age, tell } from "#tests/factories/notifications";
import { mailUnread } from "@/features/account/digests/mutations";
import { forgetNotifications, notify, readGroup } from "@/features/account/notifications/mutations";
import { LOCALES, localeTag } from "@/lib/locales";
import { unsubscribePath } from "@/server/mail/unsubscribe";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/notifications";
const A = "/api/user/personalization/account";
const list = async (token: string, query = "") => (await harness().call("GET", `${P}/get${query}`, { token })).body;
const unread = async (token: string) => (await harness().call("GET", `${P}/unread/get`, { token })).body.data.unread;
const post = (path: string, token: string, body: unknown = {}) => harness().call("POST", P + path, { token, body });
const mailNow = (now?: Date) => mailUnread(harness().app.services, now);
const person = async (overrides = {}, options?: { confirmed: boolean }) => {
  const made = await registerUser(harness(), overrides, options);
  return { ...made, id: made.user.uid };
};
const digest = (count: number) => sentence("en", "mails.notification_digest.subject", { count });
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

describe("mails about what was not seen", () => {
  it("are not sent for what was read within two minutes", async () => {
    const { token, email, id } = await person();
    await mailsTo(harness(), email);
    await tell(harness(), id);
    await mailNow();
    await post("/read/all", token);
    await mailNow(new Date(Date.now() + 3 * 60_000));
    expect(await aboutNews(email)).toEqual([]);
  });

  const aboutNews = async (email: string) => {
    const mails = await mailsTo(harness(), email);
    return mails.filter(({ subject }) => subject !== sentence("en", "mails.verify_email.subject"));
  };

  it("tell one thing by its own words, once", async () => {
    const { email, id } = await person();
    await tell(harness(), id);
    await mailNow(new Date(Date.now() + 60_000));
    expect(await aboutNews(email)).toEqual([]);
    for (let times = 0; times < 2; times++) await mailNow(new Date(Date.now() + 121_000));
    const [mail, ...more] = await aboutNews(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(REPLY);
    expect(mail?.text).toContain("No sound");
    expect(linkIn(mail ?? {}).href).toBe(`${harness().url}/dashboard/support?conversation=1`);
    expect(mail?.unsubscribe).toContain("/unsubscribe/support/");
  });

  it("tell several things in one, and wait a little for what comes on", async () => {
    const { email, id } = await person();
    await tell(harness(), id, { values: { subject: "A" } });
    await age(sql, id, 1);
    await tell(harness(), id, { values: { subject: "B" } });
    // The first is due, the second still comes.
    await mailNow(new Date(Date.now() + 75_000));
    expect(await aboutNews(email)).toEqual([]);
    await tell(harness(), id, { kind: "export_ready", event: "export_ready", values: { linkEndsAt: "2026-11-21T23:30:00.000Z" } });
    await mailNow(new Date(Date.now() + 150_000));
    const [mail, ...more] = await aboutNews(email);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe(digest(3));
    expect(mail?.text.match(/• /g)).toHaveLength(3);
    expect(linkIn(mail ?? {}).pathname).toBe("/dashboard/notifications");
    expect(mail?.unsubscribe).toContain("/unsubscribe/export_ready,support/");
  });

  it("do not wait for ever while more comes in", async () => {
    const { email, id } = await person();
    await tell(harness(), id, { values: { subject: "A" } });
    await age(sql, id, 10);
    await tell(harness(), id, { values: { subject: "B" } });
    await mailNow(new Date(Date.now() + 30_000));
    expect(await aboutNews(email)).toHaveLength(1);
    await mailNow(new Date(Date.now() + 130_000));
    expect(await aboutNews(email)).toHaveLength(2);
  });

  it("about what goes on unread come an hour apart at most", async () => {
    const { email, id } = await person();
    const groupKey = "conversation:9";
    await tell(harness(), id, { groupKey });
    await age(sql, id, 3);
    await mailNow();
    expect(await aboutNews(email)).toHaveLength(1);
    await tell(harness(), id, { groupKey });
    await mailNow(new Date(Date.now() + 5 * 60_000));
    expect(await aboutNews(email)).toHaveLength(1);
    await mailNow(new Date(Date.now() + 61 * 60_000));
    const mails = await aboutNews(email);
    expect(mails).toHaveLength(2);
    expect(mails[1]?.subject).toBe(sentence("en", "notifications.kinds.support_reply.title", { count: 2 }));
  });

  it("once a day come at eight on the person's own clock", async () => {
    const { token, email, id } = await person();
    await harness().call("POST", `${A}/detail/profile/update`, { token, body: { timeZone: "Asia/Riyadh" } });
    expect((await post("/settings/save", token, { mailRhythm: "daily" })).body).toEqual({ data: { mailRhythm: "daily" } });
    await tell(harness(), id);
    await tell(harness(), id);
    const [row] = await sql`select mail_due_at from notifications where user_id = ${id} limit 1`;
    const due = row?.mail_due_at as Date;
    expect(due.toISOString()).toMatch(/T05:00:00.000Z$/);
    await mailNow(new Date(due.getTime() - 1000));
    expect(await aboutNews(email)).toEqual([]);
    await mailNow(due);
    expect((await aboutNews(email)).map(({ subject }) => subject)).toEqual([digest(2)]);
  });

  it("are in the reader's language", async () => {
    const { email, id } = await person({ language: "ar" }).catch(() => person());
    await sql`update users set language = 'ar' where id = ${id}`;
    await tell(harness(), id);
    await mailNow(new Date(Date.now() + 121_000));
    const mails = await mailsTo(harness(), email);
    expect(mails.at(-1)?.subject).toBe(sentence("ar", "notifications.kinds.support_reply.title", { count: 1 }));
  });

  it("go to no address that nobody has confirmed, at no time", async () => {
    const { email, id } = await person({}, { confirmed: false });
    await tell(harness(), id);
    await mailNow(new Date(Date.now() + 121_000));
    expect(await aboutNews(email)).toEqual([]);
    const other = await person();
    await tell(harness(), other.id);
    await sql`update users set email_verified_at = null where id = ${other.id}`;
    await mailNow(new Date(Date.now() + 121_000));
    expect(await aboutNews(other.email)).toEqual([]);
  });

  it("are not sent when they are turned off, before or after it happened", async () => {
    const { token, email, id } = await person();
    const choose = (enabled: boolean) =>
      harness().call("POST", `${A}/preference/save`, { token, body: { event: "support", channel: "email", enabled } });
    await tell(harness(), id);
    await choose(false);
    await tell(harness(), id);
    await mailNow(new Date(Date.now() + 121_000));
    expect(await aboutNews(email)).toEqual([]);
    expect(await unread(token)).toBe(2);
  });

  it("come once when two processes look at once", async () => {
    const { email, id } = await person();
    await tell(harness(), id);
    const soon = new Date(Date.now() + 121_000);
    await Promise.all([mailNow(soon), mailNow(soon), mailNow(soon)]);
    expect(await aboutNews(email)).toHaveLength(1);
  });

  it("list twenty titles at most", async () => {
    const { email, id } = await person();
    for (let at = 0; at < 25; at++) await tell(harness(), id);
    await mailNow(new Date(Date.now() + 121_000));
    const [mail] = await aboutNews(email);
    expect(mail?.subject).toBe(digest(25));
    expect(mail?.text.match(/• /g)).toHaveLength(20);
    expect(mail?.text).toContain("…");
  });
});

describe("turning mails off by the link of a mail", () => {
  const ONE_CLICK = { raw: "List-Unsubscribe=One-Click", headers: { "content-type": "application/x-www-form-urlencoded" } };
  const mailed = async (token: string, event: string) =>
    (await harness().call("GET", `${A}/preference/get`, { token })).body.data.find(
      (entry: { event: string; channel: string }) => entry.event === event && entry.channel === "email",
    )?.enabled;

  it("works without a login, for exactly what the mail was about", async () => {
    const { token, id } = await person();
    const path = unsubscribePath(harness().env.secrets, id, "new_device,support");
    for (let times = 0; times < 2; times++) {
      const answer = await harness().call("POST", path, ONE_CLICK);
      expect([answer.status, answer.body]).toEqual([200, { unsubscribed: true }]);
    }
    expect(await mailed(token, "support")).toBe(false);
    expect(await mailed(token, "new_device")).toBe(false);
    expect(await mailed(token, "export_ready")).toBe(true);
  });

  it("does nothing when a scanner opens it, and leads a person to the settings", async () => {
    const { token, id } = await person();
    const path = unsubscribePath(harness().env.secrets, id, "support");
    const answer = await harness().call("GET", path);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/dashboard/settings/account?section=notifications"]);
    expect((await harness().call("HEAD", path)).status).toBe(303);
    expectError(await harness().call("PUT", path), 405, "methodNotAllowed");
    expect(await mailed(token, "support")).toBe(true);
  });

  it("refuses what was not made here, or for something else", async () => {
    const { token, id } = await person();
    const path = unsubscribePath(harness().env.secrets, id, "support");
    const other = unsubscribePath(["another secret that is long enough for this"], id, "support");
    const forged = [
      path.replace("/support/", "/new_device/"),
      other,
      `${path}x`,
      `${path}/x`,
      path.slice(0, -3),
      `${P}/unsubscribe/`,
      `${P}/unsubscribe/support`,
    ];
    for (const one of forged) expectError(await harness().call("POST", one, ONE_CLICK), 400, "linkInvalid");
    const fixed = unsubscribePath(harness().env.secrets, id, "security");
    expectError(await harness().call("POST", fixed, ONE_CLICK), 400, "linkInvalid");
    const nobody = unsubscribePath(harness().env.secrets, randomUUID(), "support");
    expect((await harness().call("POST", nobody, ONE_CLICK)).status).toBe(200);
    expect(await mailed(token, "support")).toBe(true);
    expect(await mailed(token, "new_device")).toBe(true);
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

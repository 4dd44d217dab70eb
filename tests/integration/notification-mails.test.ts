import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { expectError, sentence } from "#tests/factories/catalogues";
import { enableTotp } from "#tests/factories/factors";
import { linkIn, mailsTo } from "#tests/factories/mails";
import { A, age, notified, P, tell } from "#tests/factories/notifications";
import { unsubscribePath } from "@/server/mail/unsubscribe";

const harness = useHarness({ ADMIN_SECOND_FACTOR: "on" });
const { person, unread, post, mailNow } = notified(harness);
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const digest = (count: number) => sentence("en", "mails.notification_digest.subject", { count });
const REPLY = sentence("en", "notifications.kinds.support_reply.title", { count: 1 });

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

  it("tell the team's work to nobody whose account lacks the second factor that it asks for", async () => {
    const { token, email, id } = await person();
    await sql`update users set role = 'admin' where id = ${id}`;
    const later = () => mailNow(new Date(Date.now() + 121_000));
    const work = { event: "support_inbox", kind: "support_message", values: { subject: "Locked out" } } as const;
    await tell(harness(), id, work);
    await later();
    expect(await aboutNews(email)).toEqual([]);
    await enableTotp(harness(), token);
    const before = (await aboutNews(email)).length;
    await tell(harness(), id, { ...work, values: { subject: "Locked in" } });
    await later();
    expect((await aboutNews(email)).slice(before).map(({ text }) => text)).toEqual([expect.stringContaining("Locked in")]);
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

  it("reach all who are due in one run, those first who wait longest", async () => {
    const people = Array.from({ length: 501 }, (_, at) => `waiting${501 - at}@example.com`);
    await sql`
      with waiting as (
        insert into users (id, email, first_name, last_name, role, language, email_verified_at)
        select gen_random_uuid(), 'waiting' || n || '@example.com', 'Ada', 'Waiting', 'candidate', 'en', now() from generate_series(1, 501) n
        returning id, email)
      insert into notifications (id, user_id, event, kind, "values", href, mail_due_at)
      select gen_random_uuid(), id, 'support', 'support_reply', '{"subject": "No sound"}', '/dashboard/support',
        now() - make_interval(mins => 60, secs => substring(email from '[0-9]+')::int) from waiting`;
    await mailNow();
    const mailed = await sql`select recipient from outbox_mails where recipient like 'waiting%' order by created_at`;
    expect(mailed.map(({ recipient }) => recipient)).toEqual(people);
    await sql`delete from outbox_mails where recipient like 'waiting%'`;
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

  it("once a day come by the clock of whoever chose that, where their profile names no zone", async () => {
    const { token, id } = await person();
    const choose = (timeZone: string) => post("/settings/save", token, { mailRhythm: "daily", timeZone });
    expect((await choose("Asia/Ho_Chi_Minh")).status).toBe(200);
    await choose("Europe/Paris");
    await tell(harness(), id);
    const [row] = await sql`select mail_due_at from notifications where user_id = ${id}`;
    expect(JSON.stringify(row)).toContain("T01:00:00.000Z");
    expect((await choose("Nowhere/Land")).status).toBe(400);
  });

  it("are in the reader's language", async () => {
    const { email, id } = await person();
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

  describe("that waited for the mail server", () => {
    const support = { event: "support", channel: "email", enabled: false };
    const rowsOf = async (email: string) =>
      (
        await sql`select recipient, "values", sent_at is not null as over from outbox_mails where template like 'notification%'
        and (recipient = ${email} or recipient is null) order by created_at desc limit 1`
      )[0];

    it.each([
      ["read under the bell", ({ token }: { token: string }) => post("/read/all", token)],
      ["unwanted by then", ({ token }: { token: string }) => harness().call("POST", `${A}/preference/save`, { token, body: support })],
      ["about a suspended account", ({ id }: { id: string }) => sql`update users set suspended_at = now() where id = ${id}`],
      ["about what is no more", ({ id }: { id: string }) => sql`delete from notifications where user_id = ${id}`],
    ])("are not sent where they are %s", async (_, happens) => {
      const { token, email, id } = await person();
      const before = await aboutNews(email);
      for (let times = 0; times < 2; times++) await tell(harness(), id);
      await mailNow(new Date(Date.now() + 121_000));
      expect(await rowsOf(email)).toMatchObject({ recipient: email, over: false });
      await happens({ token, id });
      expect(await aboutNews(email)).toEqual(before);
      expect(await rowsOf(email)).toEqual({ recipient: null, values: {}, over: true });
    });

    it("tell the team's work to nobody who has left the team", async () => {
      const { token, email, id } = await person();
      await sql`update users set role = 'admin' where id = ${id}`;
      await enableTotp(harness(), token);
      const before = (await aboutNews(email)).length;
      await tell(harness(), id, { event: "support_inbox", kind: "support_message", values: { subject: "Confidential" } });
      await mailNow(new Date(Date.now() + 121_000));
      await sql`update users set role = 'candidate' where id = ${id}`;
      expect(await aboutNews(email)).toHaveLength(before);
    });

    it("go once where more of the same came meanwhile, and was mailed with it", async () => {
      const { email, id } = await person();
      const again = () => tell(harness(), id, { groupKey: "support:1" });
      await again();
      await mailNow(new Date(Date.now() + 121_000));
      await again();
      await mailNow(new Date(Date.now() + 3 * 3_600_000));
      const waiting = await sql`select 1 from outbox_mails where recipient = ${email} and template = 'notification'`;
      expect(waiting).toHaveLength(2);
      expect((await aboutNews(email)).map(({ subject }) => subject)).toEqual([
        sentence("en", "notifications.kinds.support_reply.title", { count: 2 }),
      ]);
    });

    it("tell only what is left of them", async () => {
      const { token, email, id } = await person();
      await tell(harness(), id, { values: { subject: "Unwanted" } });
      await tell(harness(), id, { kind: "export_ready", event: "export_ready", values: { linkEndsAt: "2026-11-21T23:30:00.000Z" } });
      await mailNow(new Date(Date.now() + 121_000));
      await harness().call("POST", `${A}/preference/save`, { token, body: support });
      const [mail, ...more] = await aboutNews(email);
      expect(more).toEqual([]);
      expect(mail?.subject).toBe(sentence("en", "notifications.kinds.export_ready.title"));
      expect(mail?.unsubscribe).toContain("/unsubscribe/export_ready/");
    });
  });

  it("leave what a newer release tells to that one", async () => {
    const { email, id } = await person();
    await tell(harness(), id);
    await tell(harness(), id, { values: { subject: "Newer" } });
    await sql`update notifications set kind = 'from_tomorrow' where user_id = ${id} and "values" ->> 'subject' = 'Newer'`;
    await mailNow(new Date(Date.now() + 121_000));
    expect((await aboutNews(email)).map(({ subject }) => subject)).toEqual([REPLY]);
    const due = await sql`select kind from notifications where user_id = ${id} and mail_due_at is not null`;
    expect(due.map(({ kind }) => kind)).toEqual(["from_tomorrow"]);
    // What that one has written is sent by that one.
    await sql`update notifications set kind = 'support_reply' where user_id = ${id}`;
    await mailNow(new Date(Date.now() + 121_000));
    await sql`update notifications set kind = 'from_tomorrow' where user_id = ${id}`;
    expect(await aboutNews(email)).toHaveLength(1);
    await sql`update notifications set kind = 'support_reply' where user_id = ${id}`;
    await sql`update outbox_mails set due_at = now() where recipient = ${email}`;
    expect(await aboutNews(email)).toHaveLength(2);
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

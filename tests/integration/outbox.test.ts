import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Harness, registerUser, startHarness } from "#tests/config/harness";
import { sentence } from "#tests/factories/catalogues";
import { captureLog } from "#tests/factories/log-lines";
import { callProcedure } from "#tests/factories/permissions/calls";
import { type MailServer, startMailServer } from "#tests/factories/smtp";
import { giveTrades, SHOP } from "#tests/factories/trades";
import { listFailedMails } from "@/features/admin/operations/queries";
import { dropOldMails, enqueueMail, sendDueMails } from "@/server/mail/outbox";

let smtp: MailServer;
let harness: Harness;
let sql: postgres.Sql;
let lines: string[];
beforeAll(async () => {
  smtp = await startMailServer();
  harness = await startHarness({ SMTP_URL: smtp.url, LOG_LEVEL: "error" });
  lines = captureLog(harness.app.services.log);
  sql = postgres(harness.databaseUrl, { max: 2 });
});
afterAll(async () => {
  await sql?.end();
  await harness?.close();
  await smtp?.stop();
});

const send = () => sendDueMails(harness.app.services);
let counter = 0;
const newAddress = () => `reader-${++counter}@example.com`;

describe("the outbox of several processes", () => {
  it("sends a mail once, too, whose turn in a slow batch comes after another process has taken it", async () => {
    const addresses = [newAddress(), newAddress()];
    for (const to of addresses)
      await enqueueMail(harness.app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    // While the first is taken, the other one's claim runs out, and a second process sends it.
    smtp.meanwhile = async (taken) => {
      const others = addresses.filter((to) => !taken.includes(to));
      await sql`update outbox_mails set due_at = now() where recipient = any(${others})`;
      await send();
    };
    await send();
    expect(addresses.map((to) => smtp.to(to).length)).toEqual([1, 1]);
  });

  it("lets a way in go before a morning's digests, however many were due earlier", async () => {
    const [reader, waiting] = [newAddress(), newAddress()];
    const { db } = harness.app.services;
    const digest = {
      to: reader,
      locale: "en",
      template: "notification_digest",
      values: { name: "Ada", titles: "News", count: 1 },
    } as const;
    for (let at = 0; at < 25; at++) await enqueueMail(db, digest);
    await enqueueMail(db, { to: waiting, locale: "en", template: "password_changed", values: { name: "Ada" } });
    await sql`update outbox_mails set due_at = now() - interval '1 minute' where recipient = ${reader}`;
    const before: string[][] = [];
    smtp.meanwhile = async (taken) => void before.push(taken);
    await send();
    expect(before).toEqual([[waiting]]);
    expect([smtp.to(waiting).length, smtp.to(reader).length]).toEqual([1, 25]);
  });

  it("does not send a mail any more whose link ran out while the mail server was away, and says so", async () => {
    const [email, asked, guest] = [newAddress(), newAddress(), newAddress()];
    const { token, user } = await registerUser(harness, { email }, { confirmed: false });
    await harness.call("POST", "/api/user/forget/password", { body: { email } });
    await harness.call("POST", "/api/user/personalization/account/email/change", { token, body: { email: asked } });
    const { db } = harness.app.services;
    const owner = await registerUser(harness);
    await giveTrades(db, [owner.user.uid]);
    const shop = await callProcedure(harness, owner.token, "trades.workspace.create", SHOP);
    const workspaceId = (shop.given as { data: { uid: string } }).data.uid;
    await callProcedure(harness, owner.token, "trades.invites.send", { workspaceId, email: guest, role: "member" });
    await enqueueMail(db, { to: email, locale: "en", template: "password_changed", values: { name: "Ada" } });
    const [links] = await sql`
      select array_agg(expires_at) as ends from (
        select expires_at from mailed_links where user_id = ${user.uid}
        union all select expires_at from workspace_invites where email = ${guest}) as every`;
    const waiting = await sql`select id, template, values ->> 'linkEndsAt' as ends from outbox_mails
      where recipient in ${sql([email, asked, guest])} and values ? 'linkEndsAt' order by template`;
    expect(waiting.map(({ template }) => template)).toEqual(["change_email", "reset_password", "verify_email", "workspace_invite"]);
    // The mail knows when its link ends.
    expect(waiting.map(({ ends }) => ends).sort()).toEqual(links?.ends.map((end: Date) => end.toISOString()).sort());
    const ended = sql`jsonb_build_object('linkEndsAt', to_jsonb(now() - interval '1 second'))`;
    await sql`update outbox_mails set values = values || ${ended} where values ? 'linkEndsAt' and recipient in ${sql([email, asked, guest])}`;
    await send();
    expect([email, asked, guest].map((to) => smtp.to(to).map(({ subject }) => subject))).toEqual([
      [sentence("en", "mails.password_changed.subject")],
      [],
      [],
    ]);
    const given = await sql`select template, last_error, due_at::text, recipient, values from outbox_mails
      where id = any(${waiting.map(({ id }) => id)}) order by template`;
    const forgotten = { last_error: "LinkExpired", due_at: "infinity", recipient: null, values: {} };
    expect(given).toEqual(waiting.map(({ template }) => ({ template, ...forgotten })));
    // Nobody could mend it by trying again: it is no failure that the console tells of.
    expect((await listFailedMails(db)).data.map(({ uid }) => uid)).not.toContain(waiting[0]?.id);
  });

  it("keeps a newer release's mail that it does not know, for that one to send", async () => {
    const to = newAddress();
    await enqueueMail(harness.app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    await sql`update outbox_mails set template = 'of_tomorrow' where recipient = ${to}`;
    await send();
    const [row] = await sql`select * from outbox_mails where recipient = ${to}`;
    expect(row).toMatchObject({ attempts: 1, sent_at: null, last_error: "UnknownTemplate", values: { name: "Ada" } });
    // It is there.
    await sql`update outbox_mails set template = 'password_changed', due_at = now() where recipient = ${to}`;
    await send();
    expect(smtp.to(to)).toHaveLength(1);
  });
});

describe("a recipient", () => {
  it.each([
    ["550 5.1.1 no such mailbox", true],
    ["553 what is this?", true],
    ["450 4.2.0 greylisted", false],
    ["552 5.7.0 blocked by our rules", false],
    ["554 5.7.1 relay access denied", false],
    ["530 5.7.0 log in first", false],
    ["503 5.5.1 not now", false],
  ])("of which the server says %s ends at once: %s", async (reply, atOnce) => {
    const to = newAddress();
    smtp.deferred.set(to, reply);
    await enqueueMail(harness.app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
    await send();
    const [row] = await sql`select attempts, due_at = 'infinity' as never, last_error from outbox_mails where recipient = ${to}`;
    expect(row).toEqual({ attempts: 1, never: atOnce, last_error: "EENVELOPE" });
    smtp.deferred.delete(to);
    await send();
    expect(smtp.to(to)).toEqual([]);
  });
});

describe("a mail server that is away", () => {
  const HOUR = 3600;
  const queued = async (at: Harness, to: string) => {
    await enqueueMail(at.app.services.db, { to, locale: "en", template: "password_changed", values: { name: "Ada" } });
  };
  const rowOf = async (to: string, of = sql) =>
    (await of`select *, extract(epoch from due_at - now())::float8 as wait from outbox_mails where recipient = ${to}`)[0];
  const said = () => lines.splice(0).map((line) => JSON.parse(line));

  it("is asked again every six hours for a week, however often it was not there, and then gets what waits", async () => {
    const to = newAddress();
    await queued(harness, to);
    // What was given up before was told of then.
    said();
    await smtp.stop();
    await sql`update outbox_mails set attempts = 11, created_at = now() - interval '1 hour' where recipient = ${to}`;
    await send();
    const first = await rowOf(to);
    expect(first).toMatchObject({ attempts: 11, last_error: expect.stringMatching(/^E/) });
    expect(Math.round(Number(first?.wait) / HOUR)).toBe(1);
    for (let turn = 0; turn < 5; turn++) {
      await sql`update outbox_mails set due_at = now(), created_at = now() - interval '6 days' where recipient = ${to}`;
      await send();
    }
    const last = await rowOf(to);
    expect([last?.attempts, Math.round(Number(last?.wait) / HOUR)]).toEqual([11, 6]);
    expect(said()).toEqual([]);
    await smtp.start();
    await sql`update outbox_mails set due_at = now() where recipient = ${to}`;
    await send();
    expect(smtp.to(to)).toHaveLength(1);
  });

  it("is waited for as well where it is there and lets nobody in", async () => {
    let open = false;
    const guarded = await startMailServer(undefined, (_login, _session, done) =>
      open ? done(null, { user: "parley" }) : done(Object.assign(new Error("not today"), { responseCode: 535 })),
    );
    const own = await startHarness({ SMTP_URL: guarded.url.replace("//", "//parley:secret@") });
    const ownSql = postgres(own.databaseUrl, { max: 1 });
    try {
      const to = newAddress();
      await queued(own, to);
      await ownSql`update outbox_mails set attempts = 11 where recipient = ${to}`;
      await sendDueMails(own.app.services);
      expect(await rowOf(to, ownSql)).toMatchObject({ attempts: 11, last_error: "EAUTH", wait: expect.any(Number) });
      open = true;
      await ownSql`update outbox_mails set due_at = now() where recipient = ${to}`;
      await sendDueMails(own.app.services);
      expect(guarded.to(to)).toHaveLength(1);
    } finally {
      await ownSql.end();
      await own.close();
      await guarded.stop();
    }
  });

  it("is told of where mails are given up, or deleted unsent", async () => {
    const refused = [newAddress(), newAddress()];
    for (const to of refused) {
      smtp.refused.add(to);
      await queued(harness, to);
    }
    await sql`update outbox_mails set attempts = 11 where recipient in ${sql(refused)}`;
    said();
    await send();
    expect(said()).toMatchObject([{ level: "error", mails: 2, msg: expect.stringContaining("given up") }]);
    const sent = newAddress();
    await queued(harness, sent);
    await send();
    expect(smtp.to(sent)).toHaveLength(1);
    await queued(harness, newAddress());
    await sql`update outbox_mails set created_at = now() - interval '8 days'`;
    // What was given up was told of already.
    const [waiting] = await sql`
      select count(*)::int as n from outbox_mails where sent_at is null and recipient is not null and due_at <> 'infinity'`;
    await dropOldMails(harness.app.services);
    expect(await sql`select 1 from outbox_mails`).toHaveLength(0);
    const [line, ...more] = said();
    expect(more).toEqual([]);
    expect(line).toMatchObject({ level: "error", msg: expect.stringContaining("deleted unsent") });
    expect(line.mails).toBe(waiting?.n);
    expect(line.mails).toBeGreaterThanOrEqual(1);
  });
});

import { eq, like, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertAnswers, insertPerson } from "#tests/factories/bulk";
import { registerAgent } from "#tests/factories/support";
import type { AuditAction } from "@/lib/enums/service";
import type { Database } from "@/server/db/client";
import { auditEvents, outboxMails, stripeEvents } from "@/server/db/schema";

const harness = useHarness();
const O = "/api/admin/operations";
let db: Database;
let token: string;

beforeAll(async () => {
  db = harness().app.services.db;
  ({ token } = await registerAgent(harness()));
});

const see = async (what: string) => (await harness().call("GET", `${O}/${what}/get`, { token })).body;
const act = (path: string, body: unknown) => harness().call("POST", `${O}${path}`, { token, body });
const acts = async (action: AuditAction) =>
  (await db.select().from(auditEvents).where(eq(auditEvents.action, action))).map(({ target }) => target);

describe("Stripe's events that failed", () => {
  it("are shown with why and when they come again, and no others", async () => {
    await db.insert(stripeEvents).values([
      {
        id: "evt_broken",
        type: "invoice.paid",
        subject: nobody,
        attempts: 3,
        lastError: "No such customer\n  at line 1",
        dueAt: inHours(2),
      },
      { id: "evt_new", type: "invoice.paid", subject: nobody, dueAt: inHours(2) },
      { id: "evt_done", type: "invoice.paid", subject: nobody, attempts: 1, handledAt: new Date() },
    ]);
    const { data, meta } = await see("event");
    expect(meta.total).toBe(1);
    expect(data).toMatchObject([{ uid: "evt_broken", type: "invoice.paid", attempts: 3, error: "No such customer" }]);
    expect(Date.parse(data[0].nextAt)).toBeGreaterThan(Date.now());
  });

  it("are due at once when they are asked for, which is noted; what was handled stays so", async () => {
    expect((await act("/event/retry", { uids: ["evt_broken", "evt_done", "evt_unknown"] })).body.data).toEqual({ asked: 1 });
    const [event] = await db.select().from(stripeEvents).where(eq(stripeEvents.id, "evt_broken"));
    expect(event?.dueAt.getTime()).toBeLessThanOrEqual(Date.now());
    expect(await acts("operations.retry_event")).toEqual(["stripe_event:evt_broken"]);
    await db.delete(stripeEvents).where(like(stripeEvents.id, "evt_%"));
  });

  it.each([[[]], [["x"]], [["evt_\u0000"]], [Array.from({ length: 101 }, (_, n) => `evt_${n}`)]])("refuses %j", async (uids) => {
    expect((await act("/event/retry", { uids })).status).toBe(400);
  });
});

describe("mails that could not go out", () => {
  const uid = uuidv7();

  it("are shown with their domain, and never with an address or what they say", async () => {
    await db.insert(outboxMails).values({
      id: uid,
      recipient: "somebody.secret@mail.example.org",
      locale: "en",
      template: "verify_email",
      values: { link: "https://secret.example" },
      attempts: 12,
      lastError: "ECONNREFUSED",
      dueAt: sql`'infinity'`,
    });
    const answer = await see("mail");
    expect(answer.data).toMatchObject([
      { uid, template: "verify_email", domain: "mail.example.org", attempts: 12, error: "ECONNREFUSED", nextAt: null },
    ]);
    expect(JSON.stringify(answer)).not.toMatch(/secret/);
  });

  it("are due again when they are asked for, also those that were given up", async () => {
    expect((await act("/mail/retry", { uids: [uid, uuidv7()] })).body.data).toEqual({ asked: 1 });
    const [due] = await db.select({ due: sql<boolean>`due_at <= now()` }).from(outboxMails).where(eq(outboxMails.id, uid));
    expect(due?.due).toBe(true);
    expect(await acts("operations.retry_mail")).toEqual([`mail:${uid}`]);
    await db.delete(outboxMails).where(eq(outboxMails.id, uid));
  });
});

describe("accounts that should be gone", () => {
  it("are shown once their grace and the job's round are over, or where their erasure was interrupted, without who they were", async () => {
    const late = await insertPerson(db, { deletionRequestedAt: inHours(-24 * 15), firstName: "Zebra" });
    const broken = await insertPerson(db, { deletionRequestedAt: inHours(-24 * 14 - 1), erasedAt: inHours(-1) });
    await insertPerson(db, { deletionRequestedAt: inHours(-24 * 13) });
    await insertPerson(db, { erasedAt: inHours(-24 * 30) });
    const { data, meta } = await see("erasure");
    expect(meta.total).toBe(2);
    expect(data.map((row: { uid: string; begun: boolean }) => [row.uid, row.begun])).toEqual([
      [late, false],
      [broken, true],
    ]);
    expect(JSON.stringify(data)).not.toContain("Zebra");
  });
});

describe("storage", () => {
  it("is what stored takes take up, by kind, and not what was erased", async () => {
    const before = sizes(await see("storage"));
    await insertAnswers(db, { userId: await insertPerson(db), howMany: 3 });
    const after = sizes(await see("storage"));
    expect(after.audio - before.audio).toBe(800_002);
    expect(after.video - before.video).toBe(400_001);
    await db.execute(sql`update answers set file_key = null, deleted_at = now(), erased_at = now() where file_key like 'bulk%'`);
    expect(sizes(await see("storage"))).toEqual(before);
  });
});

describe("jobs", () => {
  const job = async (name: string) => (await see("job")).data.find((row: { name: string }) => row.name === name);

  it("are shown with how they went, and run when they are asked for, which is noted", async () => {
    await harness().app.work();
    expect((await see("job")).data.length).toBeGreaterThan(15);
    expect(await job("notifications.forget")).toMatchObject({ cron: "53 3 * * *", doneAt: null, failedAt: null, error: null });
    expect((await act("/job/run", { names: ["notifications.forget"] })).body.data).toEqual({ asked: 1 });
    await vi.waitFor(async () => expect((await job("notifications.forget")).doneAt).toBeTruthy(), { timeout: 15_000, interval: 200 });
    expect(await acts("operations.run_job")).toEqual(["job:notifications.forget"]);
    expect((await act("/job/run", { names: ["notifications.forget", "no.such"] })).status).toBe(404);
  });

  it("that failed say why in a line, and count among what waits until they are done again", async () => {
    const waits = async () => (await harness().call("GET", "/api/admin/home/waiting/get", { token })).body.data.jobs;
    expect(await waits()).toBe(0);
    await db.execute(sql`
      insert into pgboss.job (name, state, started_on, completed_on, output, policy)
      values ('notifications.forget', 'failed', now(), now() + interval '1 second', '{"message": "no storage\\nat line 7", "stack": "x"}', 'short')`);
    expect(await job("notifications.forget")).toMatchObject({ error: "no storage" });
    expect(await waits()).toBe(1);
    await db.execute(sql`update pgboss.job set completed_on = now() - interval '1 hour', started_on = null where state = 'failed'`);
    expect(await waits()).toBe(0);
  });
});

const nobody = { customer: null, subscription: null, invoice: null, session: null };
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
const sizes = (body: { data: { kinds: { kind: string; bytes: number }[] } }): Record<string, number> & { audio: number; video: number } =>
  Object.fromEntries(body.data.kinds.map(({ kind, bytes }) => [kind, bytes])) as never;

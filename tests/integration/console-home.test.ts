import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { insertAnswers, insertPerson } from "#tests/factories/bulk";
import { contextOf } from "#tests/factories/peer-review";
import { settleTables } from "#tests/factories/settled";
import { registerAgent } from "#tests/factories/support";
import { getFigure, getRevenue } from "@/features/admin/home/queries";
import { FIGURES } from "@/features/admin/home/rules";
import { sumsOfTakes } from "@/features/admin/operations/queries";
import { addDays, dayIn, dayStart } from "@/lib/days";
import type { UserContext } from "@/server/api/context";
import { connect, type Database } from "@/server/db/client";
import { invoices, users } from "@/server/db/schema";

const harness = useHarness();
const H = "/api/admin/home";
let db: Database;
let admin: { token: string; id: string };

beforeAll(async () => {
  db = harness().app.services.db;
  const { token, user } = await registerAgent(harness());
  admin = { token, id: user.uid };
});

const ask = async (path: string) => (await harness().call("GET", `${H}${path}`, { token: admin.token })).body.data;

describe("figures by the day", () => {
  // Ahead of UTC by most of a day, and behind it: an account of one instant counts on different days.
  it.each(["Pacific/Kiritimati", "Pacific/Pago_Pago", "Africa/Khartoum"])("count on the reader's own days, in %s", async (zone) => {
    const today = dayIn(new Date(), zone);
    const day = addDays(today, -3);
    const before = await ask(`/figure/get?figure=accounts&timeZone=${zone}`);
    expect(before.days).toHaveLength(30);
    expect(before.days.at(-1)).toBe(today);
    const begins = dayStart(day, zone).getTime();
    for (const ms of [0, 3_600_000]) await insertPerson(db, { createdAt: new Date(begins + ms) });
    await insertPerson(db, { createdAt: new Date(begins - 1) });
    // Before all days that are shown.
    await insertPerson(db, { createdAt: new Date(dayStart(before.days[0], zone).getTime() - 1) });
    const after = await ask(`/figure/get?figure=accounts&timeZone=${zone}`);
    const more = after.counts.map((amount: number, at: number) => amount - before.counts[at]);
    const at = after.days.indexOf(day);
    expect([more[at - 1], more[at]]).toEqual([1, 2]);
    expect(more.reduce((sum: number, amount: number) => sum + amount, 0)).toBe(3);
  });

  it("follow the zone of the account where it has one", async () => {
    await db.update(users).set({ timeZone: "Pacific/Kiritimati" }).where(sql`id = ${admin.id}`);
    const { days } = await ask("/figure/get?figure=takes&timeZone=Pacific/Pago_Pago");
    expect(days.at(-1)).toBe(dayIn(new Date(), "Pacific/Kiritimati"));
    await db.update(users).set({ timeZone: null }).where(sql`id = ${admin.id}`);
  });

  it("are of known things only", async () => {
    expect((await harness().call("GET", `${H}/figure/get?figure=passwords`, { token: admin.token })).status).toBe(400);
  });
});

describe("revenue", () => {
  it("is what was paid less what was paid back, apart for each currency, of this world's payments only", async () => {
    const userId = await insertPerson(db);
    const createdAt = new Date();
    const paid = { userId, world: "demo" as const, status: "paid" as const, createdAt, number: null };
    const id = () => `in_${randomUUID()}`;
    await db.insert(invoices).values([
      { ...paid, id: id(), total: 1200, amountRefunded: 200, currency: "usd" },
      { ...paid, id: id(), total: 800, currency: "usd" },
      { ...paid, id: id(), total: 50_000, currency: "vnd" },
      { ...paid, id: id(), total: 9900, currency: "usd", status: "open" },
      { ...paid, id: id(), total: 7700, currency: "usd", world: "live" },
      { ...paid, id: id(), total: 5500, currency: "usd", createdAt: new Date(Date.now() - 40 * 86_400_000) },
    ]);
    const { currencies } = await ask("/revenue/get?timeZone=UTC");
    expect(currencies.map(({ currency, amounts }: { currency: string; amounts: number[] }) => [currency, amounts.at(-1)])).toEqual([
      ["usd", 1800],
      ["vnd", 50_000],
    ]);
  });
});

describe("among 20,000 people and as many takes", () => {
  beforeAll(async () => {
    await db.execute(sql`
      insert into users (id, email, first_name, last_name, created_at)
      select gen_random_uuid(), 'bulk' || n || '@example.com', '', '', now() - n * interval '1 hour' - interval '60 days' from generate_series(1, 20000) n`);
    await insertAnswers(db, { userId: await insertPerson(db), howMany: 20_000 });
    await db.execute(sql`update answers set stored_at = stored_at - interval '60 days' where created_at < now() - interval '1 day'`);
    await db.execute(sql`
      insert into invoices (id, user_id, world, status, total, currency, created_at)
      select 'in_bulk' || n, ${admin.id}, 'demo', 'paid', 100, 'usd', now() - n * interval '1 hour' - interval '60 days' from generate_series(1, 20000) n`);
    await settleTables(db, ["users", "answers", "invoices", "peer_reviews", "support_conversations", "forum_posts"]);
  }, 120_000);

  /** Which tables a call reads as a whole. */
  async function scansOf(call: (ctx: UserContext) => Promise<unknown>): Promise<{ scans: string[]; indexes: string[] }> {
    const said: { text: string; params: unknown[] }[] = [];
    const { sql: client, db: own, close } = connect({ url: harness().databaseUrl, max: 1 });
    client.options.debug = (_connection: number, text: string, params: unknown[]) => void said.push({ text, params });
    await call(contextOf(harness(), admin.id, { db: own }));
    client.options.debug = false;
    const plans: string[] = [];
    for (const { text, params } of said.filter((one) => one.text.includes("width_bucket")))
      plans.push(JSON.stringify(await client.unsafe(`explain (format json) ${text}`, params as never[])));
    await close();
    const all = plans.join();
    return {
      scans: [...all.matchAll(/"Seq Scan"[^}]*?"Relation Name":"(\w+)"/g)].map(([, table = ""]) => table),
      indexes: [...all.matchAll(/"Index Name":"(\w+)"/g)].map(([, index = ""]) => index),
    };
  }

  it.each([
    ["accounts", "users_created_idx"],
    ["takes", "answers_stored_idx"],
  ] as const)("the days of new %s are read along %s", async (figure, index) => {
    expect(FIGURES).toContain(figure);
    expect(await scansOf((ctx) => getFigure(ctx, { figure }))).toEqual({ scans: [], indexes: [index] });
  });

  it("what is stored is summed up along an index that holds the sizes", async () => {
    const rows = await db.execute<{ "QUERY PLAN": string }>(sql`explain ${sumsOfTakes(db).getSQL()}`);
    const plan = rows.map((row) => row["QUERY PLAN"]).join("\n");
    expect(plan).toMatch(/Index Only Scan using answers_sizes_idx/);
  });

  it("and so is the revenue", async () => {
    expect(await scansOf((ctx) => getRevenue(ctx, {}))).toEqual({ scans: [], indexes: ["invoices_paid_idx"] });
  });

  it("the other figures have an index that begins with their instant, too", async () => {
    const rows = await db.execute<{ indexdef: string }>(sql`select indexdef from pg_indexes where schemaname = 'public'`);
    const all = rows.map(({ indexdef }) => indexdef);
    for (const table of ["peer_reviews", "support_conversations", "forum_posts"])
      expect(all.filter((text) => text.includes(` public.${table} `) && text.includes("(created_at")).length, table).toBeGreaterThan(0);
  });
});

describe("what waits", () => {
  it("is counted wherever it is, and is nothing for a start", async () => {
    const before = await ask("/waiting/get");
    await db.execute(sql`
      insert into stripe_events (id, type, subject, attempts, last_error) values ('evt_waits', 'invoice.paid', '{}', 2, 'No such customer')`);
    const after = await ask("/waiting/get");
    expect(after).toEqual({ ...before, events: before.events + 1 });
    await db.execute(sql`delete from stripe_events where id = 'evt_waits'`);
  });

  it("is for administrators", async () => {
    for (const path of ["/waiting/get", "/health/get", "/revenue/get", "/figure/get?figure=takes"]) {
      expect((await harness().call("GET", `${H}${path}`)).status).toBe(401);
      const stranger = await registerAgent(harness(), "Sam", "candidate");
      expect((await harness().call("GET", `${H}${path}`, { token: stranger.token })).status).toBe(403);
    }
  });
});

describe("health", () => {
  it("tells of the queue, the database, mails and payments", async () => {
    const health = await ask("/health/get");
    expect(health).toMatchObject({ mailsAreSent: false, payments: "demo" });
    expect(health.databaseBytes).toBeGreaterThan(1_000_000);
  });
});

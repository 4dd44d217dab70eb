import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { registerAgent } from "#tests/factories/support";
import { actorsQuery, entriesQuery } from "@/features/admin/audit/queries";
import { ENTRIES } from "@/features/admin/audit/schema";
import { auditEvents } from "@/server/db/schema";

const harness = useHarness();
const P = "/api/super/admin/audit";
let boss: Awaited<ReturnType<typeof registerAgent>>;
let admin: Awaited<ReturnType<typeof registerAgent>>;

beforeAll(async () => {
  boss = await registerAgent(harness(), "Sol", "super_admin");
  admin = await registerAgent(harness(), "Noor");
});

const db = () => harness().app.services.db;
type Row = Partial<typeof auditEvents.$inferInsert>;
const note = async (row: Row = {}): Promise<string> => {
  const id = uuidv7();
  const base = { actorId: admin.user.uid, action: "faq.edit" as const, detail: {}, address: "192.0.2.7" };
  await db()
    .insert(auditEvents)
    .values({ ...base, ...row, id });
  return id;
};
const list = (query: string) => harness().call("GET", `${P}/get?${query}`, { token: boss.token });
const uids = async (query: string) => (await list(query)).body.data.map(({ uid }: { uid: string }) => uid);

describe("the audit log's list", () => {
  it("is for super administrators alone", async () => {
    expectError(await harness().call("GET", `${P}/get`, { token: admin.token }), 403, "forbidden");
    expectError(await harness().call("POST", `${P}/export`, { token: admin.token, body: { format: "csv" } }), 403, "forbidden");
  });

  it("tells who did what, about whom and what, when and from where", async () => {
    const { user } = await registerUser(harness(), { firstName: "Ada", lastName: "Test" });
    const uid = await note({ subjectId: user.uid, target: "faq:7", before: { a: 1 }, after: { a: 2 }, detail: { why: "so" } });
    expect((await list("target=faq:7")).body.data).toEqual([
      {
        uid,
        at: expect.any(String),
        action: "faq.edit",
        actor: { uid: admin.user.uid, name: "Noor Test" },
        subject: { uid: user.uid, name: "Ada Test" },
        target: { kind: "faq", id: "7" },
        before: { a: 1 },
        after: { a: 2 },
        detail: { why: "so" },
        address: "192.0.2.7",
      },
    ]);
  });

  it("is narrowed by who, what, about whom, and by days", async () => {
    const { user } = await registerUser(harness());
    const old = await note({ at: new Date("2026-03-05T23:59:59.999Z"), action: "canned.add", actorId: boss.user.uid, subjectId: user.uid });
    const next = await note({ at: new Date("2026-03-06T00:00:00Z"), action: "canned.add", subjectId: user.uid });
    expect(await uids("action=canned.add")).toEqual([next, old]);
    expect(await uids(`action=canned.add&actorId=${boss.user.uid}`)).toEqual([old]);
    expect(await uids(`subjectId=${user.uid}`)).toEqual([next, old]);
    expect(await uids("from=2026-03-05&to=2026-03-05")).toEqual([old]);
    expect(await uids("from=2026-03-06&to=2026-03-06")).toEqual([next]);
    // By the clocks of whoever asks, where they say whose: in Khartoum the sixth has begun two hours before.
    const kept = `subjectId=${user.uid}`;
    expect(await uids(`${kept}&from=2026-03-06&to=2026-03-06&timeZone=Africa/Khartoum`)).toEqual([next, old]);
    expect(await uids(`${kept}&to=2026-03-05&timeZone=Africa/Khartoum`)).toEqual([]);
    expect(await uids(`${kept}&from=2026-03-05&to=2026-03-05&timeZone=America/New_York`)).toEqual([next, old]);
    expectIssues(await list("from=2026-03-05&timeZone=Mars/Base"), ["timeZone"]);
    // What is still being typed, and the last day that there is.
    expect(await uids(`${kept}&from=0002-01-01&to=9999-12-31&timeZone=Asia/Tokyo`)).toEqual([next, old]);
    expect((await list("action=none.such")).status).toBe(400);
  });

  it("goes on where it ended, also among entries of one instant", async () => {
    const at = new Date("2026-01-01T00:00:00Z");
    const made = new Set(await Promise.all(Array.from({ length: ENTRIES + 5 }, () => note({ at, action: "canned.move" }))));
    const first = (await list("action=canned.move")).body;
    expect(first.data).toHaveLength(ENTRIES);
    const second = (await list(`action=canned.move&before=${first.meta.next}`)).body;
    expect(second.meta.next).toBeNull();
    const seen = [...first.data, ...second.data].map(({ uid }: { uid: string }) => uid);
    expect(new Set(seen)).toEqual(made);
    expect(seen).toHaveLength(made.size);
    expect((await list("before=x")).status).toBe(400);
  });
});

describe("an export", () => {
  const take = async (body: object) => {
    const answer = await harness().call("POST", `${P}/export`, { token: boss.token, body });
    return { ...answer.body.data, text: Buffer.from(answer.body.data.content, "base64").toString() };
  };

  it("holds what fits, and is itself noted", async () => {
    const uid = await note({ action: "canned.delete", before: { title: '=1+1, "quoted"' } });
    const csv = await take({ format: "csv", action: "canned.delete" });
    expect(csv).toMatchObject({ type: "text/csv", cut: false });
    expect(csv.text.split("\r\n").filter(Boolean)).toHaveLength(2);
    expect(csv.text).toContain("Noor Test");
    // As everything that spreadsheets open: they take a name for no number.
    const rename = (first: string, last: string) =>
      db().execute(sql`update users set first_name = ${first}, last_name = ${last} where id = ${admin.user.uid}`);
    await rename("0042", "");
    expect((await take({ format: "csv", action: "canned.delete" })).text).toContain(",'0042,");
    await rename("Noor", "Test");
    const json = await take({ format: "json", action: "canned.delete" });
    expect(JSON.parse(json.text)).toMatchObject([{ uid, before: { title: '=1+1, "quoted"' } }]);
    const [latest] = (await list("action=audit.export")).body.data;
    expect(latest).toMatchObject({
      actor: { uid: boss.user.uid },
      detail: { format: "json", entries: 1, filters: { action: "canned.delete" } },
    });
  });
});

describe("over 100,000 entries", () => {
  beforeAll(async () => {
    // In parts: each statement has its time limit.
    for (let from = 1; from < 100_000; from += 10_000)
      await db().execute(sql`
        insert into audit_events (id, at, actor_id, action, subject_id, target, detail, address)
        select gen_random_uuid(), now() - n * interval '1 minute', ${boss.user.uid}::uuid,
          case when n % 2 = 0 then 'faq.move' else 'faq.publish' end, ${admin.user.uid}::uuid, 'faq:' || n % 1000, '{}', '192.0.2.7'
        from generate_series(${from}::int, ${from}::int + 9999) n`);
    await db().execute(sql`analyze audit_events`);
  }, 120_000);

  it.each([
    ["everything", () => ({})],
    ["one person's", () => ({ actorId: boss.user.uid })],
    ["of one kind", () => ({ action: "faq.move" as const })],
    ["about somebody", () => ({ subjectId: admin.user.uid })],
    ["about something", () => ({ target: "faq:7" })],
    ["of some days", () => ({ from: "2026-01-01", to: "2026-12-31" })],
  ])("%s is read from an index", async (_name, filters) => {
    const query = entriesQuery(db(), filters(), ENTRIES + 1);
    const plan = await db().execute<{ "QUERY PLAN": string }>(sql`explain ${query.getSQL()}`);
    const text = [...plan].map((row) => row["QUERY PLAN"]).join("\n");
    expect(text).toContain("audit_events_");
    expect(text).not.toContain("Seq Scan");
  });

  it("tell whose they are without a look at every account", async () => {
    const [once, erased, nobody] = await Promise.all(["Once", "Erased", "Nobody"].map((name) => registerAgent(harness(), name)));
    for (const person of [once, erased]) await note({ actorId: person?.user.uid ?? "" });
    const people = sql`(${once?.user.uid}, ${erased?.user.uid}, ${nobody?.user.uid})`;
    await db().execute(sql`update users set role = 'candidate' where id in ${people}`);
    await db().execute(sql`update users set erased_at = now() where id = ${erased?.user.uid}`);
    const { body } = await harness().call("GET", `${P}/actor/get`, { token: boss.token });
    const listed = body.data.map(({ uid }: { uid: string }) => uid);
    const all = [boss, admin, once, erased].map((person) => person?.user.uid);
    expect(listed).toEqual(expect.arrayContaining(all));
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed).not.toContain(nobody?.user.uid);
    await db().transaction(async (tx) => {
      // As where there are many.
      await tx.execute(sql`set local enable_seqscan = off`);
      const plan = await tx.execute<{ "QUERY PLAN": string }>(sql`explain ${actorsQuery(tx).getSQL()}`);
      const text = [...plan].map((row) => row["QUERY PLAN"]).join("\n");
      for (const index of ["audit_events_actor_idx", "users_pkey"]) expect(text).toContain(index);
      expect(text).not.toContain("Seq Scan");
    });
  });
});

import { sql as query } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { until } from "#tests/factories/faults";
import { whileHeld } from "#tests/factories/waiting";
import { importJobs } from "@/features/admin/import-work/jobs";
import { PIECE_BYTES } from "@/features/admin/imports/schema";
import { lockBank } from "@/server/db/bank-lock";

const harness = useHarness();
const A = "/api/admin";

let sql: postgres.Sql;
let admin: string;
let adminId: string;
let category: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness());
  await sql`update users set role = 'admin' where id = ${user.uid}`;
  [admin, adminId] = [token, user.uid];
  category = (await sql`select slug from categories order by position limit 1`)[0]?.slug;
});
afterAll(() => sql.end());

const post = (path: string, body: unknown, token = admin) => harness().call("POST", `${A}${path}`, { token, body });
const dataOf = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
const [workJob, forgetJob] = importJobs;
const work = () => workJob?.run(harness().app.services);

/** Sends a file as the page does. */
async function send(content: string | Buffer, format = "csv"): Promise<string> {
  const bytes = Buffer.from(content);
  const { uid } = dataOf(await post("/import/begin", { name: `questions.${format}`, format, size: bytes.length }));
  for (let start = 0; start < bytes.length; ) {
    const piece = bytes.subarray(start, start + PIECE_BYTES).toString("base64");
    start = dataOf(await post("/import/piece", { uid, start, content: piece })).received;
  }
  return uid;
}
const view = async (uid: string) => dataOf(await post("/import/view", { uid }));
async function checked(content: string | Buffer, format = "csv"): Promise<string> {
  const uid = await send(content, format);
  await work();
  return uid;
}
const rowsOf = async (uid: string, kind?: string) => (await post("/import/row/get", { uid, kind })).body.data;
const problemsOf = async (uid: string) =>
  (await rowsOf(uid, "wrong")).flatMap((row: { line: number; problems: { field: string; key: string }[] }) =>
    row.problems.map(({ field, key }) => `${row.line} ${field} ${key}`),
  );
const bank = async () =>
  (await sql`select id, slug, version, published, retired_at, text, guidance from questions order by id`).map((row) => ({ ...row }));

const HEAD = "category,slug,state,text_en,text_fr,guidance_en";
const line = (slug: string, text = "Why?", more = "") => `${category},${slug},draft,${text},${more},A reason`;
const table = (...lines: string[]) => [HEAD, ...lines].join("\n");

describe("a file of questions", () => {
  it("is compared row by row, and changes nothing before it is ordered", async () => {
    const before = await bank();
    const uid = await checked(
      table(line("one"), line("two", "How?", "Comment ?"), line("one", "Again?"), `nowhere,three,draft,Who?,,A reason`),
    );
    expect(await view(uid)).toMatchObject({ state: "checked", total: 4, counts: { new: 2, changed: 0, same: 0, wrong: 2 } });
    expect(await problemsOf(uid)).toEqual(["4 slug twice", "5 category categoryUnknown"]);
    const [first] = await rowsOf(uid, "new");
    expect(first).toMatchObject({ line: 2, category, slug: "one", kind: "new" });
    expect(first.changes).toContainEqual({ field: "text_en", before: "", after: "Why?" });
    expectError(await post("/import/order", { uid }), 409, "wrongState");
    expect(await bank()).toEqual(before);
  });

  it("is applied as a whole, and once", async () => {
    const uid = await checked(table(line("first-of-all"), line("second-of-all", "How?", "Comment ?")));
    expect((await post("/import/order", { uid })).status).toBe(200);
    expectError(await post("/import/order", { uid }), 409, "wrongState");
    await work();
    expect((await view(uid)).state).toBe("applied");
    const [row] = await sql`select version, published, text, position from questions where slug = 'second-of-all'`;
    expect(row).toMatchObject({ version: 1, published: false, text: { en: "How?", fr: "Comment ?", ar: "How?" } });
    const versions =
      await sql`select v.actor_id from question_versions v join questions q on q.id = v.question_id where q.slug = 'second-of-all'`;
    expect(versions).toEqual([{ actor_id: adminId }]);
    const acts = await sql`select action from audit_events where target = ${`import:${uid}`} order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["bank.order_import", "bank.import"]);
    // The same file says nothing new now; one word in it does.
    expect((await view(await checked(table(line("first-of-all"), line("second-of-all", "How?", "Comment ?"))))).counts.same).toBe(2);
    const changed = await checked(table(line("first-of-all"), line("second-of-all", "How?", "De quelle manière ?")));
    expect((await rowsOf(changed, "changed"))[0].changes).toEqual([
      { field: "text_fr", before: "Comment ?", after: "De quelle manière ?" },
    ]);
    await post("/import/order", { uid: changed });
    await work();
    const [saved] = await sql`select version, text ->> 'fr' as fr from questions where slug = 'second-of-all'`;
    expect(saved).toEqual({ version: 2, fr: "De quelle manière ?" });
  });

  it("is not applied to a bank that has changed since, not even in part", async () => {
    await checkAndApply(table(line("kept-one"), line("kept-two")));
    const uid = await checked(table(line("kept-one", "Changed?"), line("kept-two", "Changed?"), line("kept-new")));
    await sql`update questions set version = version + 1 where slug = 'kept-two'`;
    const before = await bank();
    await post("/import/order", { uid });
    await work();
    expect(await view(uid)).toMatchObject({ state: "refused", problem: "outdated" });
    expect(await bank()).toEqual(before);
    await post("/import/again", { uid });
    await work();
    expect(await view(uid)).toMatchObject({ state: "checked", problem: null, counts: { new: 1, changed: 2, same: 0, wrong: 0 } });
  });

  async function checkAndApply(content: string, format = "csv"): Promise<void> {
    const uid = await checked(content, format);
    dataOf(await post("/import/order", { uid }));
    await work();
    expect((await view(uid)).state).toBe("applied");
  }

  it("turns and retires questions without a new version of their words", async () => {
    await checkAndApply(table(line("turned")));
    await checkAndApply(`category,slug,state\n${category},turned,published`);
    expect(await sql`select version, published from questions where slug = 'turned'`).toEqual([{ version: 1, published: true }]);
    await checkAndApply(`category,slug,state\n${category},turned,retired`);
    expect((await sql`select published, retired_at is not null as retired from questions where slug = 'turned'`)[0]).toEqual({
      published: false,
      retired: true,
    });
  });

  it("may be a list for programs", async () => {
    const rows = [
      { category, slug: "json-one", text: { en: "Why?" }, guidance: { en: ["A reason", ""] } },
      { category, slug: "json-two", text: { en: 7 }, guidance: { en: ["A reason"] }, more: true },
      "nothing",
    ];
    const uid = await checked(JSON.stringify(rows), "json");
    expect((await view(uid)).counts).toEqual({ new: 1, changed: 0, same: 0, wrong: 2 });
    expect(await problemsOf(uid)).toEqual(["2 text_en text", "2 more unknownField", "3  object"]);
  });

  it("comes out as it goes in", async () => {
    await checkAndApply(table(line("formula", `"=HYPERLINK(""x"")"`), line("marks", `"one, ""two""; three"`)));
    for (const format of ["csv", "json"]) {
      const { body, headers } = await post(`/export/${format}`, {});
      expect(headers.get("content-disposition")).toMatch(new RegExp(`filename="parley-questions-[0-9-]+\\.${format}"`));
      const text = typeof body === "string" ? body : JSON.stringify(body);
      if (format === "csv") expect(text).toContain(`"'=HYPERLINK(""x"")"`);
      const { counts, total } = await view(await checked(text, format));
      expect(counts).toEqual({ new: 0, changed: 0, same: total, wrong: 0 });
      expect(total).toBe((await bank()).length);
    }
  });
});

describe("a hostile file", () => {
  it.each([
    ["bytes that are no UTF-8", Buffer.from([0x63, 0xe9, 0x0a]), "encoding", null],
    ["text in UTF-16", Buffer.from(`\uFEFF${HEAD}\n`, "utf16le"), "encoding", null],
    ["a NUL", `${HEAD}\na,b\u0000,draft,c,,d`, "encoding", 2],
    ["a quote that is never closed", `${HEAD}\n"a,b,draft,c,,d\n`, "quotes", 2],
    ["columns that are none", "category,slug,password\na,b,c", "columns", 1],
    ["nothing but the columns", HEAD, "empty", null],
    ["a huge cell", `${HEAD}\na,b,draft,${"x".repeat(300_000)},,d`, "rowTooLong", 2],
    ["too many rows", `category,slug\n${"a,b\n".repeat(20_001)}`, "tooManyRows", 20_002],
  ])("is refused: %s", async (_name, content, problem, at) => {
    expect(await view(await checked(content))).toMatchObject({ state: "refused", problem, problemLine: at });
  });

  it.each([["no JSON"], ["{}"], ["null"]])("is refused: %s", async (content) => {
    expect(await view(await checked(content, "json"))).toMatchObject({ state: "refused", problem: "json" });
  });

  it("has its wrong rows named", async () => {
    const long = "x".repeat(501);
    const uid = await checked(table(line("good"), line("Bad Name"), line("long", long), `${category},few`, `${category},odd,gone,Why?,,A`));
    expect(await problemsOf(uid)).toEqual(["3 slug format", "4 text_en tooLong", "5  cells", "6 state choice"]);
  });

  it("is read with semicolons and a byte order mark, as spreadsheets write it", async () => {
    const uid = await checked(
      `\uFEFFcategory;slug;text_en;guidance_en;answer_time\r\n${category};semicolons;"Why; how?";"One\r\nTwo";1,5\r\n`,
    );
    const [row] = await rowsOf(uid);
    expect(row).toMatchObject({ kind: "new", line: 2 });
    expect(row.changes).toContainEqual({ field: "answer_time", before: "", after: "1.5" });
    expect(row.changes).toContainEqual({ field: "guidance_en", before: "", after: "One\nTwo" });
  });
});

describe("ten thousand questions", () => {
  const many = (from: number, bad?: number) =>
    table(
      ...Array.from({ length: 10_000 }, (_, n) =>
        n === bad ? line(`Bad ${n}`) : line(`${from}-of-many-${n}`, `Question ${n}?`, `Question numéro ${n} ?`),
      ),
    );

  it("are taken in with progress on the way", async () => {
    const heard: number[] = [];
    const uid = await send(many(1));
    const { realtime } = harness().app.services;
    const stop = await realtime.subscribe(`user:${adminId}`, (message) => {
      if (message === `bank-import ${uid}`) heard.push(Date.now());
    });
    await work();
    const told = heard.length;
    expect(told).toBeGreaterThan(10);
    expect(await view(uid)).toMatchObject({ state: "checked", total: 10_000, done: 10_000, counts: { new: 10_000, wrong: 0 } });
    const before = await sql`select count(*)::int as n from questions`;
    await post("/import/order", { uid });
    await work();
    expect(heard.length - told).toBeGreaterThan(10);
    stop();
    expect(await view(uid)).toMatchObject({ state: "applied", done: 10_000 });
    expect((await sql`select count(*)::int as n from questions`)[0]?.n).toBe(before[0]?.n + 10_000);
  }, 120_000);

  it("are not taken in where one row is bad", async () => {
    const before = (await bank()).length;
    const uid = await checked(many(2, 7000));
    expect(await view(uid)).toMatchObject({ state: "checked", counts: { new: 9999, wrong: 1 } });
    expect(await problemsOf(uid)).toEqual(["7002 slug format"]);
    expectError(await post("/import/order", { uid }), 409, "wrongState");
    await work();
    expect((await bank()).length).toBe(before);
  }, 120_000);

  it("are rolled back where the last of them cannot be written", async () => {
    const uid = await checked(many(3));
    await post("/import/order", { uid });
    const [{ id } = { id: "" }] = await sql`select id from categories where slug = ${category}`;
    const [like] = await sql`select text, guidance from questions limit 1`;
    await sql`insert into questions (id, category_id, slug, position, text, guidance)
      values (gen_random_uuid(), ${id}, '3-of-many-9999', 1, ${sql.json(like?.text)}, ${sql.json(like?.guidance)})`;
    const before = (await bank()).length;
    await work();
    expect(await view(uid)).toMatchObject({ state: "refused", problem: "outdated" });
    expect((await bank()).length).toBe(before);
  }, 120_000);
});

describe("a file on its way", () => {
  it("goes on where it was interrupted, and takes nothing twice", async () => {
    const text = Buffer.from(table(line("resumed")));
    const { uid } = dataOf(await post("/import/begin", { name: "q.csv", format: "csv", size: text.length }));
    const piece = (start: number, end?: number) =>
      post("/import/piece", { uid, start, content: text.subarray(start, end).toString("base64") });
    expect(dataOf(await piece(0, 10)).received).toBe(10);
    expect(dataOf(await piece(0, 10)).received).toBe(10);
    expect(dataOf(await piece(20)).received).toBe(10);
    expectError(
      await post("/import/piece", { uid, start: 10, content: Buffer.alloc(text.length).toString("base64") }),
      413,
      "bodyTooLarge",
    );
    expect(dataOf(await piece(10)).received).toBe(text.length);
    // The last one, too: its answer may have been lost.
    expect(dataOf(await piece(10)).received).toBe(text.length);
    await work();
    expect(dataOf(await piece(10)).received).toBe(text.length);
    expect((await view(uid)).counts.new).toBe(1);
  });

  it("is taken over where whoever worked on it fell silent", async () => {
    const uid = await send(table(line("left-alone")));
    await sql`update bank_imports set state = 'checking', beat_at = now() where id = ${uid}`;
    await work();
    expect((await view(uid)).state).toBe("checking");
    await sql`update bank_imports set beat_at = now() - interval '3 minutes' where id = ${uid}`;
    await work();
    expect((await view(uid)).state).toBe("checked");
  });

  it("stands as applied where two have worked on it", async () => {
    const uid = await checked(table(line("taken-over")));
    dataOf(await post("/import/order", { uid }));
    // Somebody else writes in the bank for longer than anybody may be silent.
    const takeOver = async () => {
      const silent = await sql`update bank_imports set beat_at = beat_at - interval '3 minutes' where id = ${uid} returning state`;
      expect(silent).toEqual([{ state: "applying" }]);
      await work();
    };
    await whileHeld(harness().app.services.db, lockBank, async () => work(), takeOver);
    expect(await view(uid)).toMatchObject({ state: "applied", problem: null, done: 1 });
    const acts = await sql`select action from audit_events where target = ${`import:${uid}`} order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["bank.order_import", "bank.import"]);
  });

  it("may be forgotten while it is read: the files behind it get their turn", async () => {
    const [gone, next] = [await send(table(line("forgotten"))), await send(table(line("next-one")))];
    await sql`update bank_imports set beat_at = now() - interval '1 minute' where id = ${gone}`;
    let run: unknown;
    await harness().app.services.db.transaction(async (tx) => {
      // It is to be compared with questions that somebody is changing.
      await tx.execute(query`lock table questions in access exclusive mode`);
      run = work();
      const isRead = async () =>
        (await sql`select 1 from bank_imports where id = ${gone} and state = 'checking' and total = 1`).length === 1;
      await until("it is read", isRead);
      expect((await post("/import/forget", { uid: gone })).status).toBe(200);
    });
    await run;
    expect((await view(next)).state).toBe("checked");
  });

  it("is its sender's alone, and forgotten after a week", async () => {
    const uid = await checked(table(line("mine")));
    const { token, user } = await registerUser(harness());
    expectError(await post("/import/view", { uid }, token), 403, "forbidden");
    await sql`update users set role = 'admin' where id = ${user.uid}`;
    for (const path of ["view", "row/get", "order", "again", "forget"])
      expectError(await post(`/import/${path}`, { uid }, token), 404, "notFound");
    await sql`update bank_imports set created_at = now() - interval '8 days' where id = ${uid}`;
    await forgetJob?.run(harness().app.services);
    expectError(await post("/import/view", { uid }), 404, "notFound");
    const other = await checked(table(line("mine")));
    expect((await post("/import/forget", { uid: other })).status).toBe(200);
    expect(await sql`select 1 from bank_import_rows where import_id = ${other}`).toEqual([]);
  });
});

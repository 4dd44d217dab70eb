import { sql as raw } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { whileHeld } from "#tests/factories/waiting";
import { importJobs } from "@/features/admin/import-work/jobs";
import { PIECE_BYTES } from "@/features/admin/imports/schema";
import { IMPORT_KINDS } from "@/lib/enums/imports";
import type { Transaction } from "@/server/db/client";
import { cannedReplies } from "@/server/db/schema";

const harness = useHarness();
const A = "/api/admin";

let sql: postgres.Sql;
let admin: string;
let adminId: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness());
  await sql`update users set role = 'super_admin' where id = ${user.uid}`;
  [admin, adminId] = [token, user.uid];
});
afterAll(() => sql.end());

const post = (path: string, body: unknown) => harness().call("POST", `${A}${path}`, { token: admin, body });
const dataOf = ({ status, body }: Answer) => {
  if (status !== 200) throw new Error(JSON.stringify(body));
  return body.data;
};
const view = async (uid: string) => dataOf(await post("/import/view", { uid }));
const work = () => importJobs[0]?.run(harness().app.services);

async function checked(kind: string, content: string, format = "csv"): Promise<string> {
  const bytes = Buffer.from(content);
  const { uid } = dataOf(await post("/import/begin", { kind, name: `${kind}.${format}`, format, size: bytes.length }));
  for (let start = 0; start < bytes.length; ) {
    const piece = bytes.subarray(start, start + PIECE_BYTES).toString("base64");
    start = dataOf(await post("/import/piece", { uid, start, content: piece })).received;
  }
  await work();
  return uid;
}
async function applied(kind: string, content: string): Promise<string> {
  const uid = await checked(kind, content);
  dataOf(await post("/import/order", { uid }));
  await work();
  expect(await view(uid)).toMatchObject({ state: "applied", kind });
  return uid;
}
const problemsOf = async (uid: string) =>
  dataOf(await post("/import/row/get", { uid, kind: "wrong" })).flatMap(
    (row: { line: number; problems: { field: string; key: string }[] }) =>
      row.problems.map(({ field, key }) => `${row.line} ${field} ${key}`),
  );
const actsOf = async (target: string) =>
  (await sql`select action from audit_events where target = ${target} and actor_id = ${adminId} order by at, id`).map(
    ({ action }) => action,
  );
const textOf = ({ body }: Answer): string => (typeof body === "string" ? body : JSON.stringify(body));

const LANGUAGES = ["en", "fr", "vi", "cn", "ar"];
const ROOM_HEAD = ["slug", "state", ...LANGUAGES.map((l) => `name_${l}`), ...LANGUAGES.map((l) => `description_${l}`)].join(",");
const room = (slug: string, name: string, state = "") =>
  [slug, state, ...LANGUAGES.map(() => name), ...LANGUAGES.map(() => "About it")].join(",");

describe("content in files", () => {
  it.each(IMPORT_KINDS.flatMap((kind) => (["csv", "json"] as const).map((format) => [kind, format] as const)))(
    "comes out as it goes in: %s as %s",
    async (kind, format) => {
      const answer = await post(`/export/${format}`, { kind });
      expect(answer.headers.get("content-disposition")).toContain(`parley-${kind}-`);
      const file = await view(await checked(kind, textOf(answer), format));
      expect(file.total).toBeGreaterThan(0);
      expect(file.counts).toEqual({ new: 0, changed: 0, same: file.total, wrong: 0 });
    },
  );

  it.each(["fr", "vi"])("comes out as spreadsheets in %s open it, with days as texts, and goes in", async (locale) => {
    const headers = { "accept-language": locale };
    const text = textOf(await harness().call("POST", `${A}/export/csv`, { token: admin, body: { kind: "videos" }, headers }));
    expect(text).toContain("slug;kind;state;date;");
    expect(text).toMatch(/;'\d{4}-\d{2}-\d{2};/);
    const file = await view(await checked("videos", text));
    expect(file.counts).toEqual({ new: 0, changed: 0, same: file.total, wrong: 0 });
  });

  it.each(IMPORT_KINDS)("has a template that can be read: %s", async (kind) => {
    const template = textOf(await post("/export/csv", { kind, template: true }));
    expect(await view(await checked(kind, template))).toMatchObject({ state: "checked", total: 1, counts: { same: 1 } });
  });

  it.each(['[{"slug":"a\\u0000b"}]', '[{"slug":"ab","title":{"en":"\\ud800"}}]'])(
    "is refused where no database could keep it: %s",
    async (text) => {
      expect(await view(await checked("canned", text, "json"))).toMatchObject({ state: "refused", problem: "encoding" });
    },
  );

  it("is listed by its kind", async () => {
    const uid = await checked("canned", "slug,title_en,text_en\nlisted,Title,Text");
    const uidsOf = async (kind: string) =>
      (await harness().call("GET", `${A}/import/get?kind=${kind}`, { token: admin })).body.data.map((row: { uid: string }) => row.uid);
    expect(await uidsOf("canned")).toContain(uid);
    expect(await uidsOf("faq")).not.toContain(uid);
  });
});

describe("frequent questions from a file", () => {
  const HEAD = "slug,category,state,question_en,answer_en";
  const category = async () => (await sql`select slug from faq_categories order by position limit 1`)[0]?.slug as string;

  it("are made, found by their words, and noted as if somebody had written them", async () => {
    await applied("faq", `${HEAD}\nabout-zebras,${await category()},published,Do zebras interview?,They gallop away.`);
    const [row] = await sql`select id, published, edited_at from faq_entries where slug = 'about-zebras'`;
    expect(row).toMatchObject({ published: true, edited_at: expect.any(Date) });
    expect(await actsOf(`faq:${row?.id}`)).toEqual(["faq.add", "faq.publish"]);
    const found = await harness().call("GET", "/api/user/web/faq/get?search=zebras");
    expect(found.body.data.map(({ slug }: { slug: string }) => slug)).toEqual(["about-zebras"]);
    await applied("faq", "slug,state\nabout-zebras,draft");
    expect(await actsOf(`faq:${row?.id}`)).toEqual(["faq.add", "faq.publish", "faq.withdraw"]);
  });

  it("are told line by line where they are wrong, and none is taken then", async () => {
    const of = await category();
    const uid = await checked(
      "faq",
      `${HEAD}\ngood-one,${of},draft,Good?,Yes.\nno-category,nowhere,draft,Why?,So.\nBad Name,${of},draft,Why?,So.\nsilent,${of},draft,Why?,`,
    );
    expect(await problemsOf(uid)).toEqual(["3 category categoryUnknown", "4 slug format", "5 answer_en required"]);
    expectError(await post("/import/order", { uid }), 409, "wrongState");
    expect(await sql`select 1 from faq_entries where slug = 'good-one'`).toEqual([]);
  });

  it("are not taken where one of them has changed since", async () => {
    const of = await category();
    await applied("faq", `${HEAD}\nwatched,${of},draft,Watched?,Yes.`);
    const uid = await checked("faq", `${HEAD}\nbeside-it,${of},draft,Beside?,Yes.\nwatched,${of},draft,Changed?,Yes.`);
    await sql`update faq_entries set answer = jsonb_set(answer, '{fr}', '"Oui."') where slug = 'watched'`;
    dataOf(await post("/import/order", { uid }));
    await work();
    expect(await view(uid)).toMatchObject({ state: "refused", problem: "outdated" });
    expect(await sql`select 1 from faq_entries where slug = 'beside-it'`).toEqual([]);
  });
});

describe("whoever edits while a file is applied", () => {
  const texts = (text: string) => ({ en: text, fr: "", vi: "", cn: "", ar: "" });

  it("waits for it, and holds nothing that it comes to", async () => {
    const body = { title: texts("Edited meanwhile"), text: texts("Before.") };
    const { uid, version } = dataOf(await post("/support/canned/save", body));
    const { db } = harness().app.services;
    // As a file that is applied does: the table first, and its rows after that.
    const applying = async (tx: Transaction) => {
      await tx.execute(raw`lock table ${cannedReplies} in share row exclusive mode`);
      return () => tx.execute(raw`update ${cannedReplies} set position = position where id = ${uid}`);
    };
    const save = () => post("/support/canned/save", { ...body, uid, version, text: texts("After.") });
    expect(await whileHeld(db, applying, save)).toMatchObject([{ status: 200 }]);
  });
});

describe("ready answers from a file", () => {
  it("are made at the end of the list, and changed where they stand", async () => {
    await applied("canned", "slug,title_en,text_en,text_fr\nfile-one,One,Hello,Bonjour\nfile-two,Two,Bye,");
    const read = () =>
      sql`select slug, position, text ->> 'fr' as fr from support_canned_replies where slug like 'file-%' order by position`;
    const before = await read();
    expect(before.map(({ slug, fr }) => [slug, fr])).toEqual([
      ["file-one", "Bonjour"],
      ["file-two", ""],
    ]);
    await applied("canned", "slug,text_fr\nfile-two,Salut");
    expect((await read()).map(({ position, fr }) => [position, fr])).toEqual([
      [before[0]?.position, "Bonjour"],
      [before[1]?.position, "Salut"],
    ]);
    const [row] = await sql`select id from support_canned_replies where slug = 'file-two'`;
    expect(await actsOf(`canned:${row?.id}`)).toEqual(["canned.add", "canned.edit"]);
  });
});

describe("rooms from a file", () => {
  it("are made with their chats, and archived", async () => {
    await applied("professions", `${ROOM_HEAD}\n${room("file-room", "A room")}`);
    const [row] = await sql`select id, version from professions where slug = 'file-room'`;
    expect(await sql`select kind from forum_topics where profession_id = ${row?.id}`).toEqual([{ kind: "chat" }]);
    await applied("professions", "slug,state,name_fr\nfile-room,archived,Une salle");
    const [saved] = await sql`select version, archived_at, name ->> 'fr' as fr from professions where slug = 'file-room'`;
    expect(saved).toEqual({ version: 2, archived_at: expect.any(Date), fr: "Une salle" });
    expect(await actsOf(`room:${row?.id}`)).toEqual(["room.add", "room.save", "room.archive"]);
  });

  it("need their texts in every language", async () => {
    const uid = await checked("professions", "slug,name_en,description_en\nhalf-room,Half,About it");
    expect((await problemsOf(uid)).slice(0, 2)).toEqual(["2 name_fr required", "2 name_vi required"]);
  });
});

describe("categories from a file", () => {
  const HEAD = ["slug", "state", ...LANGUAGES.map((l) => `name_${l}`), ...LANGUAGES.map((l) => `description_${l}`)].join(",");
  const line = (slug: string, name: string, state = "") =>
    [slug, state, ...LANGUAGES.map(() => name), ...LANGUAGES.map(() => "About")].join(",");

  it("are made as the last, written anew, and taken out of use with what is published in them", async () => {
    await applied("categories", `${HEAD}\n${line("file-category", "Files")}`);
    const read = async () => (await sql`select * from categories where slug = 'file-category'`)[0];
    const made = await read();
    expect(made).toMatchObject({ version: 1, retired_at: null });
    expect((await sql`select max(position) as last from categories`)[0]?.last).toBe(made?.position);
    const question = `category,slug,state,text_en,guidance_en\nfile-category,only-one,published,Why files?,Be brief`;
    await applied("questions", question);
    await applied("categories", "slug,state,name_fr\nfile-category,retired,Dossiers");
    expect(await read()).toMatchObject({ version: 2, retired_at: expect.any(Date), position: made?.position });
    const standing = async () =>
      (await sql`select published, retired_at is not null as retired from questions where slug = 'only-one'`).map((one) => ({ ...one }));
    expect(await standing()).toEqual([{ published: false, retired: true }]);
    await applied("categories", "slug,state\nfile-category,used");
    expect(await standing()).toEqual([{ published: true, retired: false }]);
    expect(await actsOf(`category:${made?.id}`)).toEqual(["category.add", "category.save", "category.turn", "category.turn"]);
  });

  it("need their texts in every language", async () => {
    const uid = await checked("categories", "slug,name_en,description_en\nhalf,Half,About it");
    expect((await problemsOf(uid)).slice(0, 2)).toEqual(["2 name_fr required", "2 name_vi required"]);
  });
});

describe("videos from a file", () => {
  const HEAD = "slug,kind,date,scales,categories,question,title_en,description_en,chapters_en,chapters_fr";
  const named = async () => {
    const [row] = await sql`select c.slug as category, q.slug as question, q.id, c.id as of from questions q
      join categories c on c.id = q.category_id where q.published order by q.id limit 1`;
    return { category: row?.category as string, question: `${row?.category}/${row?.question}`, id: row?.id, of: row?.of };
  };

  it("are drafts with texts, chapters and what they belong to, before all others", async () => {
    const { category, question, id, of } = await named();
    const chapters = '"0:00 Hello\n1:05 The first step"';
    await applied(
      "videos",
      `${HEAD}\nfile-video,tutorial,2026-11-01,clarity,${category},${question},A file,From a table,${chapters},1:05 Le premier pas`,
    );
    const [row] = await sql`select * from videos where slug = 'file-video'`;
    expect(row).toMatchObject({ kind: "tutorial", published: false, source: null, question_id: id, categories: [of], scales: ["clarity"] });
    expect(row?.chapters).toEqual([
      { at: 0, title: { en: "Hello", fr: "", vi: "", cn: "", ar: "" } },
      { at: 65, title: { en: "The first step", fr: "Le premier pas", vi: "", cn: "", ar: "" } },
    ]);
    expect((await sql`select min(position) as first from videos`)[0]?.first).toBe(row?.position);
    // What a column that is there does not say is taken away; a column that is not there leaves what there is.
    await applied("videos", "slug,scales,question\nfile-video,clarity logic_relevance,");
    const [after] = await sql`select * from videos where slug = 'file-video'`;
    expect(after).toMatchObject({ question_id: null, categories: [of], chapters: row?.chapters });
    expect([...(after?.scales ?? [])].sort()).toEqual(["clarity", "logic_relevance"]);
    expect(await actsOf(`video:${row?.id}`)).toEqual(["learning.add", "learning.edit"]);
    const found = await harness().call("GET", `/api/admin/learning/video/get?search=${encodeURIComponent("From a table")}`, {
      token: admin,
    });
    expect(found.status === 200 ? found.body.data.length : found.body).toBe(1);
  });

  it("are told where they are wrong", async () => {
    const { category } = await named();
    const uid = await checked(
      "videos",
      `${HEAD.replace("scales", "state")}\nno-file,tutorial,2026-11-01,published,${category},,T,D,,\nno-day,tutorial,,draft,nowhere,no/where,T,D,,` +
        '\nodd,tutorial,2026-11-01,draft,,,T,D,"0:10 One\n0:10 Two",\nfrench,tutorial,2026-11-01,draft,,,T,D,,1:05 Seul',
    );
    expect(await problemsOf(uid)).toEqual([
      "2 state videoUnready",
      "3 date required",
      "3 categories categoryUnknown",
      "3 question questionUnknown",
      "4 chapters_en chapters",
      "6 chapters_fr chapters",
    ]);
  });

  it("stand in the file's order, before all others", async () => {
    const line = (slug: string) => `${slug},tutorial,2026-11-01,A title,A text`;
    await applied("videos", `slug,kind,date,title_en,description_en\n${line("order-one")}\n${line("order-two")}`);
    await applied("videos", `slug,kind,date,title_en,description_en\n${line("order-zero")}`);
    const rows = await sql`select slug from videos where slug like 'order-%' order by position`;
    expect(rows.map(({ slug }) => slug)).toEqual(["order-zero", "order-one", "order-two"]);
    expect((await sql`select min(position) as first from videos where slug not like 'order-%'`)[0]?.first).toBeGreaterThan(
      (await sql`select max(position) as last from videos where slug like 'order-%'`)[0]?.last,
    );
  });

  it("keep their file, and are taken back and shown again", async () => {
    const [video] = await sql`select id, slug, source, duration from videos where published limit 1`;
    await applied("videos", `slug,state\n${video?.slug},draft`);
    await applied("videos", `slug,state\n${video?.slug},published`);
    const [after] = await sql`select published, source, duration from videos where id = ${video?.id}`;
    expect(after).toEqual({ published: true, source: video?.source, duration: video?.duration });
    expect(await actsOf(`video:${video?.id}`)).toEqual(["learning.withdraw", "learning.publish"]);
  });
});

describe("universities from a file", () => {
  const HEAD = "slug,country,website,letters,hue,name_en,city_en,about_en";

  it("are made as the last, unseen, and changed field by field", async () => {
    await applied("universities", `${HEAD}\nfile-university,SD,https://uni.example,FU,120,File University,Khartoum,It teaches.`);
    const [row] = await sql`select * from universities where slug = 'file-university'`;
    expect(row).toMatchObject({ published: false, country: "SD", founded: null, mark: { letters: "FU", shape: "shield", hue: 120 } });
    expect(row?.sections.about.en).toBe("It teaches.");
    await applied("universities", "slug,state,founded,about_fr\nfile-university,published,1902,Elle enseigne.");
    const [after] = await sql`select * from universities where slug = 'file-university'`;
    expect(after).toMatchObject({ published: true, founded: 1902, position: row?.position });
    expect(after?.sections.about).toMatchObject({ en: "It teaches.", fr: "Elle enseigne." });
    expect(await actsOf(`university:${row?.id}`)).toEqual(["learning.add", "learning.edit", "learning.publish"]);
    // JSON can say that there is none.
    const uid = await checked("universities", JSON.stringify([{ slug: "file-university", founded: null }]), "json");
    dataOf(await post("/import/order", { uid }));
    await work();
    expect((await sql`select founded from universities where slug = 'file-university'`)[0]?.founded).toBeNull();
  });

  it("are told where they are wrong", async () => {
    const uid = await checked("universities", `${HEAD}\nbare,,,,,Bare,Nowhere,\nodd,Sudan,ftp://x,FULL,400,Odd,Nowhere,`);
    expect(await problemsOf(uid)).toEqual([
      "2 country required",
      "2 website required",
      "2 letters required",
      "3 country choice",
      "3 website format",
      "3 letters tooLong",
      "3 hue tooLarge",
    ]);
  });

  it("are for super admins", async () => {
    const { token, user } = await registerUser(harness());
    await sql`update users set role = 'admin' where id = ${user.uid}`;
    const call = (path: string, body: unknown) => harness().call("POST", `${A}${path}`, { token, body });
    expectError(await call("/import/begin", { kind: "universities", name: "u.csv", format: "csv", size: 10 }), 403, "forbidden");
    expectError(await call("/export/csv", { kind: "universities" }), 403, "forbidden");
    expectError(await call("/export/json", { kind: "universities" }), 403, "forbidden");
    expect((await call("/export/json", { kind: "videos" })).status).toBe(200);
  });
});

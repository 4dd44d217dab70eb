import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { expectError } from "#tests/factories/catalogues";
import { importJobs } from "@/features/admin/import-work/jobs";
import { PIECE_BYTES } from "@/features/admin/imports/schema";
import { IMPORT_KINDS } from "@/lib/enums/imports";

const harness = useHarness();
const A = "/api/admin";

let sql: postgres.Sql;
let admin: string;
let adminId: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness());
  await sql`update users set role = 'admin' where id = ${user.uid}`;
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

  it.each(IMPORT_KINDS)("has a template that can be read: %s", async (kind) => {
    const template = textOf(await post("/export/csv", { kind, template: true }));
    expect(await view(await checked(kind, template))).toMatchObject({ state: "checked", total: 1, counts: { same: 1 } });
  });

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

import postgres from "postgres";
import { beforeAll, describe, expect, it } from "vitest";
import { useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { insertAnswers, insertVideos } from "#tests/factories/bulk";
import { expectIssues } from "#tests/factories/catalogues";
import { aMember, aRoom, aTopic } from "#tests/factories/forum";
import { INTERVIEW } from "#tests/factories/interviews";
import { callProcedure } from "#tests/factories/permissions/calls";
import { aQuote } from "#tests/factories/quotes";
import { A_MATERIAL, A_SLAB, AN_ITEM } from "#tests/factories/stock";
import { begun } from "#tests/factories/support";
import { A_CUSTOMER, giveTrades, SHOP } from "#tests/factories/trades";
import { openApiDocument } from "@/server/api/openapi";

/** Every list that has pages, as the document knows it, with what it asks for besides. */
const LISTS = Object.entries(openApiDocument("https://parley.app").paths ?? {}).flatMap(([path, { get }]) => {
  const asked = (get?.parameters ?? []).flatMap((one) => ("name" in one ? one : []));
  if (!asked.some(({ name }) => name === "page")) return [];
  return [{ path, needs: asked.filter(({ in: place, required }) => place === "query" && required).map(({ name }) => name) }];
});

/** What a page holds, as it is promised. */
const TEN = 10;
/** So many there are of what can be made here: a whole page and a part of the next. */
const TWELVE = 12;

/** Lists of which this world has a second page. Of the others their own tests have to show it. */
const long = new Set<string>();

const harness = useHarness();
let token: string;
/** What lists are of: each is one of those who may see everything and have a shop. */
const ids: Record<string, string> = {};

beforeAll(async () => {
  const person = await aMember(harness(), {}, "super_admin");
  token = person.token;
  ids.userId = person.id;
  ids.category_id = (await aCategory(harness(), token)).category.uid;
  ids.topicId = (await aTopic(harness(), person, (await aRoom(harness())).id)).uid;
  await giveTrades(harness().app.services.db, [person.id]);
  // biome-ignore lint/suspicious/noExplicitAny: answers of every shape are used
  const ask = async (procedure: string, input: object): Promise<any> => {
    const { given, text } = await callProcedure(harness(), token, `trades.${procedure}`, { ...input, workspaceId: ids.workspaceId });
    if (!given) throw new Error(text);
    return given.data;
  };
  const uidOf = async (procedure: string, input: object): Promise<string> => (await ask(procedure, input)).uid;
  ids.workspaceId = await uidOf("workspace.create", SHOP);
  const materialUid = await uidOf("materials.save", A_MATERIAL);
  for (let n = 1; n <= TWELVE; n++) {
    ids.customerUid = await uidOf("customers.save", A_CUSTOMER);
    ids.jobUid = await uidOf("jobs.save", { title: `Kitchen ${n}`, customerUid: ids.customerUid });
    ids.itemUid = await uidOf("stock.save", { ...AN_ITEM, code: `SINK-${n}` });
    await ask("slabs.save", { ...A_SLAB, materialUid, serial: `S-${n}` });
    await ask("tasks.save", { title: `Measure ${n}` });
  }
  for (let n = 1; n <= TWELVE; n++) await ask("notes.save", { jobUid: ids.jobUid, body: `Look ${n}` });
  await aQuote(ask);
  const { db } = harness().app.services;
  await insertAnswers(db, { userId: person.id, howMany: TWELVE });
  await insertVideos(db, TWELVE);
  await harness().call("POST", `${PRACTICE}/interview/save`, { token, body: INTERVIEW });
  await begun(harness(), token);
  const sql = postgres(harness().databaseUrl, { max: 1 });
  try {
    for (const [table, one, more] of COPIED)
      await sql.unsafe(`insert into ${table} select (jsonb_populate_record(null::${table}, to_jsonb(t) || jsonb_build_object('id', gen_random_uuid()) || ${more})).*
        from (select * from ${table} where ${one} order by id limit 1) t, generate_series(2, ${TWELVE}) n`);
  } finally {
    await sql.end();
  }
}, 120_000);

/** Of what is made in many steps there is one, and the others are its copies but for these fields. */
const COPIED: [table: string, one: string, more: string][] = [
  ["practice_interviews", "true", "'{}'"],
  ["support_conversations", "true", "'{}'"],
  ["quotes", "true", "jsonb_build_object('number', n + 100)"],
];

describe.each(LISTS)("$path", ({ path, needs }) => {
  const target = (page?: string) => {
    const at = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? expect.fail(`nobody knows a ${name}`));
    const query = new URLSearchParams(needs.map((name) => [name, ids[name] ?? expect.fail(`nobody knows a ${name}`)]));
    // Notes and files are of one thing, which no field of theirs demands by itself.
    if (/\/trades\/(note|file)\/get$/.test(path)) query.set("jobUid", ids.jobUid ?? "");
    if (page !== undefined) query.set("page", page);
    return `${at}?${query}`;
  };
  const get = (page: string) => harness().call("GET", target(page), { token });

  it("holds ten on each page but the last, each of them once, and always tells the full count", async () => {
    const first = await get("1");
    const { total } = first.body.meta;
    const pages = Math.max(1, Math.ceil(total / TEN));
    const shown = [...first.body.data];
    for (let page = 2; page <= pages; page++) {
      const next = await get(String(page));
      expect([next.status, next.body.meta.total]).toEqual([200, total]);
      expect(shown).toHaveLength(TEN * (page - 1));
      shown.push(...next.body.data);
    }
    expect(shown).toHaveLength(total);
    expect(new Set(shown.map((one) => JSON.stringify(one))).size).toBe(total);
    if (pages > 1) long.add(path);
  });

  it("holds a page past the end, and is empty there", async () => {
    const first = await get("1");
    expect(first.status).toBe(200);
    const past = await get("100000");
    expect([past.status, past.body.data]).toEqual([200, []]);
    expect(past.body.meta.total).toBe(first.body.meta.total);
  });

  it("takes the page from a JSON body, too", async () => {
    const inBody = await harness().call("GET", target(), { token, body: { page: 100_000 } });
    expect([inBody.status, inBody.body.data]).toEqual([200, []]);
    expectIssues(await harness().call("GET", target(), { token, body: { page: 0 } }), ["page"]);
  });

  it.each(["0", "-1", "1.5", "x"])("has no page %s, and names the field", async (page) => {
    expectIssues(await get(page), ["page"]);
  });
});

it("they are all that the document has, and many of them were longer than a page", () => {
  expect(LISTS.length).toBeGreaterThan(40);
  expect(long.size).toBeGreaterThanOrEqual(19);
});

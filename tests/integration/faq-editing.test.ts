import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const A = "/api/admin/faq";
const OPEN = "/api/user/web/faq/get";

let sql: postgres.Sql;
let admin: string;
let category: string;
let others: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness());
  await sql`update users set role = 'admin' where id = ${user.uid}`;
  admin = token;
  const { data } = (await get(`${A}/category/get`)).body;
  [category, others] = [data[0].uid, data[1].uid];
});
afterAll(() => sql.end());

const get = (path: string) => harness().call("GET", path, { token: admin });
const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  harness().call("POST", `${A}${path}`, { token: admin, body, headers });
const open = async (search?: string, language = "en") =>
  (
    await harness().call("GET", search ? `${OPEN}?search=${encodeURIComponent(search)}` : OPEN, {
      headers: { "accept-language": language },
    })
  ).body.data as { uid: string; slug: string; question: string; answer: string }[];
const idOf = async (slug: string): Promise<string> => (await sql`select id from faq_entries where slug = ${slug}`)[0]?.id;
const release = () => seedContent(harness().app.services.db);

const inAll = (en: string, fr = "") => ({ en, cn: "", fr, ar: "", vi: "" });
const draft = (en = "May I bring a giraffe?") => ({ category, question: inAll(en), answer: inAll("Only a **small** one.") });
async function made(body: object = draft()): Promise<string> {
  const answer = await post("/save", body);
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.uid;
}

describe("an entry", () => {
  it("is made as a draft, published, found in every language, changed, taken back and deleted", async () => {
    const uid = await made();
    expect((await open()).some((row) => row.uid === uid)).toBe(false);
    expect((await post("/publish", { uids: [uid], published: true })).status).toBe(200);
    const [shown] = await open("girafe");
    expect(shown).toMatchObject({ uid, slug: "may-i-bring-a-giraffe", answer: "Only a **small** one." });
    // Nobody has translated it: English readers' words find it.
    expect((await open("giraffe", "ar"))[0]?.question).toBe("May I bring a giraffe?");
    const { data } = (await post("/view", { uid })).body;
    expect(data).toEqual({ ...draft(), uid, version: expect.any(String), slug: "may-i-bring-a-giraffe", published: true });

    const editedAt = async () => (await get(`${A}/get`)).body.data.find((row: { uid: string }) => row.uid === uid).editedAt;
    const seen = await editedAt();
    await post("/save", { ...draft(), uid, question: inAll("May I bring an elephant?", "Puis-je amener un éléphant ?") });
    expect(await open("giraffe", "ar")).toEqual([]);
    expect((await open("éléphants", "fr"))[0]).toMatchObject({
      uid,
      slug: "may-i-bring-a-giraffe",
      question: "Puis-je amener un éléphant ?",
    });
    expect((await open("elephant"))[0]?.uid).toBe(uid);

    await post("/publish", { uids: [uid], published: false });
    expect(await open("elephant")).toEqual([]);
    // What somebody has written since is not deleted unseen.
    expectError(await post("/delete", { uid, editedAt: seen }), 409, "conflict");
    expect((await post("/delete", { uid, editedAt: await editedAt() })).status).toBe(200);
    expectError(await post("/view", { uid }), 404, "notFound");
    expectError(await post("/delete", { uid }), 404, "notFound");
  });

  it("has an address of its own, whatever others are called", async () => {
    const slugs = async (uids: string[]) => Promise.all(uids.map(async (uid) => (await post("/view", { uid })).body.data.slug));
    const uids = await Promise.all([made(draft("A twin?")), made(draft("A twin?")), made(draft("A twin"))]);
    expect((await slugs(uids)).sort()).toEqual(["a-twin", "a-twin-2", "a-twin-3"]);
    const foreign = await made({ ...draft("怎么办？") });
    expect(await slugs([foreign])).toEqual([foreign]);
    for (const uid of [...uids, foreign]) await post("/delete", { uid });
  });

  it("is made once under one key", async () => {
    const key = { "idempotency-key": randomUUID() };
    const [one, other] = [await post("/save", draft("Once?"), key), await post("/save", draft("Once?"), key)];
    expect(other.body).toEqual(one.body);
    await post("/delete", { uid: one.body.data.uid });
  });

  it("says what it lacks, in which language, and what people said of it", async () => {
    const uid = await made({ ...draft(), question: inAll("Half?", "À moitié ?") });
    await post("/publish", { uids: [uid], published: true });
    for (const helpful of [true, false, false]) {
      const { token } = await registerUser(harness());
      await harness().call("POST", "/api/user/web/faq/vote", { token, body: { uid, helpful } });
    }
    const row = (await get(`${A}/get?search=half`)).body.data.find((entry: { uid: string }) => entry.uid === uid);
    expect(row).toMatchObject({ helpful: 1, unhelpful: 2, published: true, category: { uid: category } });
    expect(row.missing.sort()).toEqual(["ar", "cn", "fr", "vi"]);
    expect((await get(`${A}/get?state=draft`)).body.data).toEqual([]);
    await post("/delete", { uid });
    expect(await sql`select 1 from faq_votes where entry_id = ${uid}`).toHaveLength(0);
  });

  it("is published with others at once, all of them or none, each in the log", async () => {
    const uids = [await made(draft("One?")), await made(draft("Two?"))];
    const [first = "", second = ""] = uids;
    const publish = async (body: object) => (await post("/publish", body)).body.data;
    expectError(await post("/publish", { uids: [first, randomUUID()], published: true }), 404, "notFound");
    expect((await open()).some((row) => uids.includes(row.uid))).toBe(false);
    expect(await publish({ uids: [first], published: true })).toEqual([{ uid: first }]);
    expect(await publish({ uids: [first, second, second], published: true })).toEqual([{ uid: second }]);
    expect((await open()).filter((row) => uids.includes(row.uid))).toHaveLength(2);
    const acts = await sql`select action from audit_events where target = ${`faq:${first}`} order by at, id`;
    expect(acts.map(({ action }) => action)).toEqual(["faq.add", "faq.publish"]);
    expectIssues(await post("/publish", { uids: [], published: true }), ["uids"]);
    for (const uid of uids) await post("/delete", { uid });
  });

  it("is found by the language in which something is still to be written", async () => {
    const uid = await made({ ...draft("Lacking?"), question: inAll("Lacking?", "Manque ?"), answer: inAll("Yes.", "Oui.") });
    const lacking = async (language: string) =>
      (await get(`${A}/get?missing=${language}`)).body.data.map((row: { uid: string }) => row.uid) as string[];
    expect(await lacking("vi")).toEqual([uid]);
    expect(await lacking("fr")).toEqual([]);
    expect(await lacking("en")).toEqual([]);
    await post("/delete", { uid });
  });

  it("moves in its category, and comes last in another one", async () => {
    const list = async (of: string) =>
      (await get(`${A}/get`)).body.data
        .filter((row: { category: { uid: string } }) => row.category.uid === of)
        .map((row: { uid: string }) => row.uid) as string[];
    const [first = "", second = "", third = ""] = await list(category);
    const before = await list(others);
    const move = (uid: string, to: string) => post("/move", { uid, to });
    await move(second, "up");
    expect((await list(category)).slice(0, 3)).toEqual([second, first, third]);
    await move(third, "first");
    expect((await list(category)).slice(0, 3)).toEqual([third, second, first]);
    await move(third, "last");
    expect((await list(category)).at(-1)).toBe(third);
    expect(await list(others)).toEqual(before);
    const uid = await made();
    expect((await list(category)).at(-1)).toBe(uid);
    await post("/save", { uid, ...draft(), category: others });
    expect((await list(others)).at(-1)).toBe(uid);
    expectError(await move(randomUUID(), "up"), 404, "notFound");
    expectIssues(await move(first, "sideways"), ["to"]);
    await post("/delete", { uid });
  });

  it("is refused without its English text, its category, or in a stranger's name", async () => {
    expectIssues(await post("/save", { ...draft(), question: inAll(" ") }), ["question.en"]);
    expectIssues(await post("/save", { ...draft(), answer: inAll("a".repeat(4001)) }), ["answer.en"]);
    expectIssues(await post("/save", { ...draft(), slug: "mine" }), ["slug"]);
    expectIssues(await post("/save", { ...draft(), category: "x" }), ["category"]);
    expectError(await post("/save", { ...draft(), category: randomUUID() }), 404, "notFound");
    expectError(await post("/save", { ...draft(), uid: randomUUID() }), 404, "notFound");
    expectError(await post("/publish", { uids: [randomUUID()], published: true }), 404, "notFound");
    const candidate = (await registerUser(harness())).token;
    for (const path of ["/view", "/save", "/publish", "/move", "/delete"])
      expectError(
        await harness().call("POST", `${A}${path}`, { token: candidate, body: { uid: await idOf("plans"), to: "up", published: false } }),
        403,
        "forbidden",
      );
    for (const path of ["/get", "/category/get"])
      expectError(await harness().call("GET", `${A}${path}`, { token: candidate }), 403, "forbidden");
  });
});

describe("a release", () => {
  it("leaves alone what was edited, moved, taken back or deleted here", async () => {
    const [edited, hidden, gone] = [await idOf("plans"), await idOf("cancel"), await idOf("receipts")];
    const { data } = (await post("/view", { uid: edited })).body;
    const { uid, question, answer } = data;
    await post("/save", { uid, category: data.category, question: { ...question, en: "Changed here?" }, answer });
    await post("/publish", { uids: [hidden], published: false });
    await post("/move", { uid: edited, to: "last" });
    await post("/delete", { uid: gone });
    const before = await sql`select id, position, published, question from faq_entries order by id`;
    await release();
    expect(await sql`select id, position, published, question from faq_entries order by id`).toEqual(before);
    expect((await open("changed")).map((row) => row.uid)).toContain(edited);
    expectError(await post("/view", { uid: gone }), 404, "notFound");
  });

  it("brings new texts to the others, and they are found by them", async () => {
    const uid = await idOf("languages");
    await sql`update faq_entries set answer = jsonb_set(answer, '{en}', '"An older release said zebra."'), published = false where id = ${uid}`;
    await release();
    const { data } = (await post("/view", { uid })).body;
    expect(data.answer.en).not.toContain("zebra");
    expect(data.published).toBe(false);
    const { db } = harness().app.services;
    const { indexFaq } = await import("@/server/db/faq-index");
    await db.transaction((tx) => indexFaq(tx, [{ id: uid, slug: data.slug, question: data.question, answer: inAll("A zebra.") }]));
    await post("/publish", { uids: [uid], published: true });
    expect((await open("zebra"))[0]?.uid).toBe(uid);
    await sql`update faq_entries set answer = jsonb_set(answer, '{en}', '"An older release said zebra."') where id = ${uid}`;
    await release();
    expect(await open("zebra")).toEqual([]);
  });

  it("gets along with an entry that was given its name here", async () => {
    const seeded = await idOf("keyboard");
    await sql`delete from faq_entries where id = ${seeded}`;
    const uid = await made(draft("Keyboard?"));
    expect((await post("/view", { uid })).body.data.slug).toBe("keyboard");
    await release();
    expect((await post("/view", { uid: seeded })).body.data.slug).toBe(seeded);
    expect((await post("/view", { uid })).body.data.question.en).toBe("Keyboard?");
  });
});

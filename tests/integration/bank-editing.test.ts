import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { whileHeld } from "#tests/factories/waiting";
import { lockBank } from "@/server/db/bank-lock";
import { seedContent } from "@/server/db/seed";

const harness = useHarness();
const A = "/api/admin/practice";
const P = "/api/user/personalization/practice";

let sql: postgres.Sql;
let admin: string;
let adminId: string;
let candidate: string;

beforeAll(async () => {
  sql = postgres(harness().databaseUrl, { max: 2 });
  const { token, user } = await registerUser(harness(), { firstName: "Noor", lastName: "Lefèvre" });
  await sql`update users set role = 'admin' where id = ${user.uid}`;
  [admin, adminId] = [token, user.uid];
  candidate = (await registerUser(harness())).token;
});
afterAll(() => sql.end());

const get = (path: string, token = admin) => harness().call("GET", path, { token });
const post = (path: string, body: unknown, token = admin) => harness().call("POST", `${A}${path}`, { token, body });
const release = () => seedContent(harness().app.services.db);

const inAll = (en: string, fr = "") => ({ en, fr, vi: "", cn: "", ar: "" });
const lists = (en: string[], fr: string[] = []) => ({ en, fr, vi: [], cn: [], ar: [] });
const everywhere = (en: string) => ({ en, fr: `${en} fr`, vi: `${en} vi`, cn: `${en} cn`, ar: `${en} ar` });

interface CategoryRow {
  uid: string;
  slug: string;
  version: number;
  name: Record<string, string>;
  retired: boolean;
  questions: number;
  published: number;
}
const categories = async (): Promise<CategoryRow[]> => (await get(`${A}/category/get`)).body.data;
const aCategory = async (at = 0): Promise<CategoryRow> => {
  const category = (await categories())[at];
  if (!category) throw new Error("no category");
  return category;
};
const draft = (category: string, en = "Why do you want this post?") => ({
  category,
  readingTime: 1,
  answerTime: 2,
  text: inAll(en),
  guidance: lists(["Names a reason"]),
});
async function made(category: string, en?: string): Promise<string> {
  const answer = await post("/question/save", draft(category, en));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body.data.uid;
}
const view = async (uid: string) => (await post("/question/view", { uid })).body.data;
const seen = async (uid: string, language = "en") =>
  harness().call("GET", `${P}/question/detail/get?uid=${uid}`, { token: candidate, headers: { "accept-language": language } });
const turn = (uids: string[], state: string) => post("/question/turn", { uids, state });
const acts = async (target: string) =>
  (await sql`select action, before, after from audit_events where target = ${target} order by at, id`) as unknown as {
    action: string;
    before: Record<string, unknown> | null;
    after: Record<string, unknown> | null;
  }[];

describe("a question of the bank", () => {
  it("is made as a draft, published, taken back and retired, and never deleted", async () => {
    const { uid: category } = await aCategory();
    const uid = await made(category);
    expect(await view(uid)).toMatchObject({ ...draft(category), uid, version: 1, state: "draft" });
    expectError(await seen(uid), 404, "notFound");
    expect((await turn([uid], "published")).body.data).toEqual([{ uid, before: "draft" }]);
    // Nobody has translated it: people read the English text.
    expect((await seen(uid, "ar")).body.data).toMatchObject({ text: "Why do you want this post?", guidance: ["Names a reason"] });
    expect((await turn([uid], "published")).body.data).toEqual([]);
    expect((await turn([uid], "retired")).body.data).toEqual([{ uid, before: "published" }]);
    expectError(await seen(uid), 404, "notFound");
    expect((await view(uid)).state).toBe("retired");
    expect((await turn([uid], "published")).status).toBe(200);
    expect((await seen(uid)).status).toBe(200);
    expect((await acts(`question:${uid}`)).map(({ action, after }) => [action, after?.state])).toEqual([
      ["bank.add", undefined],
      ["bank.turn", "published"],
      ["bank.turn", "retired"],
      ["bank.turn", "published"],
    ]);
  });

  it("is turned with others, all of them or none", async () => {
    const { uid: category } = await aCategory();
    const [one, other] = [await made(category), await made(category)];
    expectError(await turn([one, "00000000-0000-7000-8000-000000000000"], "published"), 404, "notFound");
    expect((await view(one)).state).toBe("draft");
    expect((await turn([one, other, one], "retired")).body.data).toHaveLength(2);
  });

  it("is turned only where it stands as it was seen: what somebody else retired meanwhile stays so", async () => {
    const { uid: category } = await aCategory();
    const [one, gone] = [await made(category), await made(category)];
    await turn([one, gone], "published");
    await turn([gone], "retired");
    const stood = [one, gone].map((uid) => ({ uid, state: "published" }));
    const asked = (uids: string[]) => post("/question/turn", { uids, state: "draft", seen: stood });
    expect((await asked([one, gone])).body.data).toEqual([{ uid: one, before: "published" }]);
    expect((await asked([gone])).body.data).toEqual([]);
    expect((await view(gone)).state).toBe("retired");
    expect((await turn([gone], "draft")).body.data).toEqual([{ uid: gone, before: "retired" }]);
  });

  it("keeps a version of each save, and can be written as it was", async () => {
    const { uid: category } = await aCategory();
    const uid = await made(category, "First?");
    const second = { ...draft(category, "Second?"), text: inAll("Second?", "Deuxième ?") };
    expect((await post("/question/save", { uid, version: 1, ...second })).body.data).toEqual({ uid, version: 2 });
    // What says the same makes no version.
    expect((await post("/question/save", { uid, version: 2, ...second })).body.data).toEqual({ uid, version: 2 });
    const versions = (await post("/question/version/get", { uid })).body.data;
    expect(versions.map((row: { version: number; by: string; text: { en: string } }) => [row.version, row.by, row.text.en])).toEqual([
      [2, "Noor Lefèvre", "Second?"],
      [1, "Noor Lefèvre", "First?"],
    ]);
    const restored = await post("/question/version/restore", { uid, of: 1, version: 2 });
    expect(restored.body.data).toEqual({ uid, version: 3 });
    expect((await view(uid)).text).toEqual(inAll("First?"));
    const [, saved] = await acts(`question:${uid}`);
    expect(saved?.action).toBe("bank.save");
    expect(Object.keys(saved?.after ?? {})).toEqual(["text"]);
  });

  it("keeps what came with the app as its first version", async () => {
    const [row] = await sql`select id, category_id, text ->> 'en' as text from questions where edited_at is null order by id limit 1`;
    const uid = row?.id as string;
    expect((await post("/question/version/get", { uid })).body.data).toEqual([]);
    const { version, text, ...rest } = await view(uid);
    const { category, readingTime, answerTime, guidance } = rest;
    const save = { uid, version, category, readingTime, answerTime, guidance, text: { ...text, en: "In other words?" } };
    expect((await post("/question/save", save)).status).toBe(200);
    const versions = (await post("/question/version/get", { uid })).body.data;
    expect(versions.at(-1)).toMatchObject({ version: 1, at: null, by: null, text: { en: row?.text } });
    expect(versions[0]).toMatchObject({ version: 2, text: { en: "In other words?" } });
  });

  it("is not saved over what somebody has saved since", async () => {
    const { uid: category } = await aCategory();
    const uid = await made(category);
    const save = (version: number | undefined, en: string) => post("/question/save", { uid, version, ...draft(category, en) });
    const answers = await Promise.all([save(1, "One?"), save(1, "Other?")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expectError(await save(1, "Late?"), 409, "conflict");
    expectError(await save(undefined, "Blind?"), 409, "conflict");
    expectError(await post("/question/version/restore", { uid, of: 1, version: 1 }), 409, "conflict");
    expect((await view(uid)).version).toBe(2);
  });

  it("moves within its category, and comes last in another", async () => {
    const [from, to] = [await aCategory(0), await aCategory(1)];
    const [one, other] = [await made(from.uid), await made(from.uid)];
    expect((await post("/question/move", { uid: other, to: "first" })).status).toBe(200);
    const order = async (category: string) =>
      (await sql`select id from questions where category_id = ${category} order by position, id`).map(({ id }) => id as string);
    expect((await order(from.uid))[0]).toBe(other);
    expect((await post("/question/save", { uid: one, version: 1, ...draft(to.uid) })).status).toBe(200);
    expect((await order(to.uid)).at(-1)).toBe(one);
    expect(await order(from.uid)).not.toContain(one);
  });

  it("is refused with the fields that are wrong", async () => {
    const { uid: category } = await aCategory();
    expectIssues(await post("/question/save", { ...draft(category), text: inAll(" "), guidance: lists([" "]), readingTime: 0.7 }), [
      "guidance.en",
      "readingTime",
      "text.en",
    ]);
    expectError(await post("/question/save", draft("00000000-0000-7000-8000-000000000000")), 404, "notFound");
    expectError(await post("/question/view", { uid: "00000000-0000-7000-8000-000000000000" }), 404, "notFound");
  });
});

describe("the list of the bank", () => {
  const list = async (query: string) => (await get(`${A}/question/get?${query}`)).body;

  it("is found by category, state, language and words", async () => {
    const { uid: category, name } = await aCategory();
    const uid = await made(category, "Which 100% odd_word would you choose?");
    const uids = async (query: string) => (await list(query)).data.map((row: { uid: string }) => row.uid);
    expect(await uids("search=odd_word")).toEqual([uid]);
    // Words are found by how they begin, in whatever order and however they are written.
    expect(await uids("search=CHÓOSE odd_w")).toEqual([uid]);
    expect(await uids("search=oddxword")).toEqual([]);
    expect(await uids("search=%3F%26%7C%21")).toEqual([]);
    expect(await uids(`search=100%25&category=${category}&state=draft&missing=fr`)).toEqual([uid]);
    expect(await uids("search=odd_word&state=published")).toEqual([]);
    expect((await list("search=odd_word")).data[0]).toMatchObject({
      category: { uid: category, name: name.en },
      state: "draft",
      missing: ["fr", "vi", "cn", "ar"],
    });
    // What came with the app is translated.
    expect((await list("state=published&missing=ar&search=Tell")).data).toEqual([]);
  });

  it("is found by words of languages that write none, and by others than one's own", async () => {
    const { uid: category } = await aCategory();
    const text = { ...inAll("Which bridge did you cross?"), cn: "你为什么过了这座桥？", ar: "لماذا عَبَرت الجسر؟" };
    const { uid } = (await post("/question/save", { ...draft(category), text })).body.data;
    const uids = async (search: string) =>
      (await list(`search=${encodeURIComponent(search)}`)).data.map((row: { uid: string }) => row.uid) as string[];
    expect(await uids("这座桥")).toEqual([uid]);
    expect(await uids("عبرت الجسر")).toEqual([uid]);
    expect(await uids("bridge cross")).toEqual([uid]);
  });

  it("comes in pages, each question once, in the order of its category and its own", async () => {
    const all: { uid: string; category: { uid: string } }[] = [];
    let next: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(next ? `before=${next}` : "");
      all.push(...page.data);
      next = page.meta.next;
    } while (next);
    const rows = await sql`select questions.id from questions join categories on categories.id = category_id
      order by categories.position, categories.id, questions.position, questions.id`;
    expect(all.map(({ uid }) => uid)).toEqual(rows.map(({ id }) => id));
    expectIssues(await get(`${A}/question/get?before=x`), ["before"]);
  });
});

describe("a category", () => {
  it("is made last, renamed with a lock, and moved", async () => {
    const save = (body: object) => post("/category/save", body);
    const texts = { name: everywhere("Nerves"), description: everywhere("How you stay calm") };
    const { uid } = (await save(texts)).body.data;
    expect((await categories()).at(-1)).toMatchObject({ uid, version: 1, ...texts, retired: false, questions: 0, published: 0 });
    expect((await save({ uid, version: 1, ...texts })).body.data).toEqual({ uid, version: 1 });
    expect((await save({ uid, version: 1, ...texts, name: everywhere("Calm") })).body.data).toEqual({ uid, version: 2 });
    expectError(await save({ uid, version: 1, ...texts }), 409, "conflict");
    expectIssues(await save({ ...texts, name: inAll("Only English") }), ["name.fr", "name.vi", "name.cn", "name.ar"]);
    await post("/category/move", { uid, to: "first" });
    expect((await categories())[0]?.uid).toBe(uid);
    expect((await acts(`category:${uid}`)).map(({ action }) => action)).toEqual(["category.add", "category.save", "category.move"]);
  });

  it("is retired with what is published in it, and comes back with just that", async () => {
    const { uid } = (await post("/category/save", { name: everywhere("Brief"), description: everywhere("For a while") })).body.data;
    const [shown, hidden, gone] = [await made(uid), await made(uid), await made(uid)];
    await turn([shown, gone], "published");
    await turn([gone], "retired");
    expect((await post("/category/retire", { uids: [uid], retired: true })).body.data).toEqual([{ uid }]);
    expect((await post("/category/retire", { uids: [uid], retired: true })).body.data).toEqual([]);
    expectError(await seen(shown), 404, "notFound");
    const offered = (await get(`${P}/category/get`, candidate)).body.data as { uid: string }[];
    expect(offered.map((row) => row.uid)).not.toContain(uid);
    expectError(await turn([hidden], "published"), 409, "wrongState");
    expectError(await post("/question/save", draft(uid)), 409, "wrongState");
    await post("/category/retire", { uids: [uid], retired: false });
    expect((await seen(shown)).status).toBe(200);
    expect((await view(hidden)).state).toBe("draft");
    expect((await view(gone)).state).toBe("retired");
  });
});

describe("a move", () => {
  const waits = (path: string, uid: string) => whileHeld(harness().app.services.db, lockBank, () => post(path, { uid, to: "last" }));

  it("waits for whoever writes in the bank, as a file that is applied does row by row", async () => {
    const { uid: category } = await aCategory();
    const uid = await made(category);
    expect(await waits("/question/move", uid)).toMatchObject([{ status: 200 }]);
    expect(await waits("/category/move", category)).toMatchObject([{ status: 200 }]);
  });
});

describe("categories", () => {
  it("are retired and brought back together, each with its own questions, all of them or none", async () => {
    const make = async (name: string): Promise<string> =>
      (await post("/category/save", { name: everywhere(name), description: everywhere("For two") })).body.data.uid;
    const uids = [await make("One of two"), await make("Two of two")];
    const [one = "", two = ""] = uids;
    const [shown, early, late] = [await made(one), await made(two), await made(two)];
    await turn([shown, early, late], "published");
    await turn([early], "retired");
    const retire = (body: object) => post("/category/retire", body);
    expectError(await retire({ uids: [one, "0190a5f0-0000-7000-8000-000000000000"], retired: true }), 404, "notFound");
    expect((await view(shown)).state).toBe("published");
    const turned = (await retire({ uids, retired: true })).body.data as { uid: string }[];
    expect(turned.map(({ uid }) => uid).sort()).toEqual(uids.toSorted());
    expect((await acts(`category:${two}`)).at(-1)).toMatchObject({ action: "category.turn", after: { retired: true } });
    await retire({ uids, retired: false });
    const states = await Promise.all([shown, early, late].map(async (uid) => (await view(uid)).state));
    expect(states).toEqual(["published", "retired", "published"]);
  });
});

describe("a release", () => {
  it("brings its texts, and leaves alone what was written, placed or retired here", async () => {
    const rows = await sql`select id, category_id from questions where edited_at is null and published order by id limit 3`;
    const [followed = "", written = "", retired = ""] = rows.map(({ id }) => id as string);
    const before = await view(followed);
    await sql`update questions set text = '{"en":"Old","fr":"Old","vi":"Old","cn":"Old","ar":"Old"}' where id = ${followed}`;
    const { version, category, readingTime, answerTime, guidance } = await view(written);
    await post("/question/save", { uid: written, version, category, readingTime, answerTime, guidance, text: inAll("Ours?") });
    await turn([retired], "retired");
    const [room] = await categories();
    await post("/category/save", { uid: room?.uid, version: room?.version, name: everywhere("Ours"), description: everywhere("Too") });
    await release();
    expect((await view(followed)).text).toEqual(before.text);
    expect((await view(written)).text.en).toBe("Ours?");
    expect((await view(retired)).state).toBe("retired");
    expect((await categories()).find(({ uid }) => uid === room?.uid)?.name.en).toBe("Ours");
    const places = async () => sql`select id, position from questions order by id`;
    await post("/question/move", { uid: followed, to: "last" });
    const moved = await places();
    await release();
    expect(await places()).toEqual(moved);
  });
});

describe("who may not", () => {
  it.each(["/question/save", "/question/turn", "/question/move", "/question/version/restore", "/category/save", "/category/retire"])(
    "a candidate: %s",
    async (path) => expectError(await post(path, {}, candidate), 403, "forbidden"),
  );

  it("what an admin wrote stays and says no more by whom once their account is gone", async () => {
    const { uid: category } = await aCategory();
    const uid = await made(category, "Whose?");
    const data = harness().app.services.db;
    const { bankData } = await import("@/features/practice/bank/personal-data");
    const records = (await bankData.records(harness().app.services, adminId)).data as { versions: { question: string }[] };
    expect(records.versions.some(({ question }) => question === "Whose?")).toBe(true);
    await data.transaction((tx) => bankData.erase(tx, adminId));
    expect((await post("/question/version/get", { uid })).body.data[0]).toMatchObject({ version: 1, by: null, text: inAll("Whose?") });
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { CATALOGUES, expectIssues, sentence } from "#tests/factories/catalogues";

const harness = useHarness();
const ANSWERS = 12;
let token: string;
let saved: string[];
let category: { uid: string; questions: number };
/** Each paged list, its address without a page, and how many items it has. */
let lists: { name: string; path: string; total: number }[];

beforeAll(async () => {
  ({ token } = await registerUser(harness()));
  const { category: first, questions } = await aCategory(harness(), token);
  category = first;
  saved = [];
  for (let made = 0; made < ANSWERS; made++) {
    const answer = await harness().call("POST", `${PRACTICE}/answer/save`, {
      token,
      body: { question_id: questions[0]?.uid, comments: `${made}` },
    });
    saved.unshift(answer.body.data.uid);
  }
  lists = [
    { name: "questions", path: `${PRACTICE}/question/get?category_id=${category.uid}`, total: category.questions },
    { name: "answers", path: `${PRACTICE}/answer/get?`, total: ANSWERS },
  ];
});

const names = ["questions", "answers"];
const listOf = (name: string) => {
  const list = lists.find((item) => item.name === name);
  if (!list) throw new Error(name);
  return list;
};
const get = (path: string, body?: unknown) => harness().call("GET", path, { token, body });

describe.each(names)("the list of %s", (name) => {
  it("holds ten items a page, the rest on the next, and always the full count", async () => {
    const { path, total } = listOf(name);
    const [none, first, second] = await Promise.all([get(path), get(`${path}&page=1`), get(`${path}&page=2`)]);
    expect(total).toBeGreaterThan(10);
    expect(total).toBeLessThan(20);
    expect(Object.keys(first.body).sort()).toEqual(["data", "meta"]);
    expect(first.body.meta).toEqual({ total });
    expect(first.body.data).toHaveLength(10);
    expect(none.body).toEqual(first.body);
    expect(second.body.data).toHaveLength(total - 10);
    expect(second.body.meta).toEqual({ total });
    const uids = [...first.body.data, ...second.body.data].map((item: { uid: string }) => item.uid);
    expect(new Set(uids).size).toBe(total);
  });

  it.each([["0"], ["-1"], ["1.5"], ["x"], [""], ["1e3"], ["NaN"], ["Infinity"], [" 1"], ["99999999999999999999"], ["100000001"]])(
    "page %j is a 400 that names the field",
    async (page) => {
      expectIssues(await get(`${listOf(name).path}&page=${encodeURIComponent(page)}`), ["page"]);
    },
  );

  it.each([[0], [-1], [1.5], ["x"], ["1"], [null], [[1]], [true]])("page %j in a JSON body is a 400 that names the field", async (page) => {
    expectIssues(await get(listOf(name).path, { page }), ["page"]);
  });

  it("says in words what a page must be", async () => {
    const { path } = listOf(name);
    const messages = async (page: string) => (await get(`${path}&page=${page}`)).body.issues[0].message;
    expect(await messages("x")).toBe(CATALOGUES.en.validation.number);
    expect(await messages("1.5")).toBe(CATALOGUES.en.validation.integer);
    expect(await messages("0")).toBe(sentence("en", "validation.tooSmall", { minimum: 1 }));
  });

  it("a page past the end is empty and still tells the full count", async () => {
    const { path, total } = listOf(name);
    for (const page of [3, 1000, 100_000_000]) expect((await get(`${path}&page=${page}`)).body).toEqual({ data: [], meta: { total } });
  });

  it("takes the page from a JSON body of a GET too", async () => {
    const { path } = listOf(name);
    const [byQuery, byBody] = await Promise.all([get(`${path}&page=2`), get(path, { page: 2 })]);
    expect(byBody.status).toBe(200);
    expect(byBody.body).toEqual(byQuery.body);
  });
});

describe("GET practice/question/get", () => {
  it("takes the category from a JSON body too", async () => {
    const answer = await get(`${PRACTICE}/question/get`, { category_id: category.uid, page: 2 });
    expect(answer.body.meta).toEqual({ total: category.questions });
  });

  it("needs a category that is an id", async () => {
    expectIssues(await get(`${PRACTICE}/question/get`), ["category_id"]);
    expectIssues(await get(`${PRACTICE}/question/get?category_id=5`), ["category_id"]);
    expectIssues(await get(`${PRACTICE}/question/get?category_id=x&page=0`), ["category_id", "page"]);
  });

  it("an unknown category has no questions", async () => {
    const answer = await get(`${PRACTICE}/question/get?category_id=0190a5f0-0000-7000-8000-000000000000`);
    expect(answer.body).toEqual({ data: [], meta: { total: 0 } });
  });
});

describe("GET practice/answer/get", () => {
  it("shows the newest first", async () => {
    const pages = await Promise.all([get(`${PRACTICE}/answer/get?page=1`), get(`${PRACTICE}/answer/get?page=2`)]);
    expect(pages.flatMap((page) => page.body.data.map((item: { uid: string }) => item.uid))).toEqual(saved);
  });

  it("shows nobody else's", async () => {
    const other = await registerUser(harness());
    const answer = await harness().call("GET", `${PRACTICE}/answer/get`, { token: other.token });
    expect(answer.body).toEqual({ data: [], meta: { total: 0 } });
  });

  it("counts down when one is deleted, and the page moves up", async () => {
    const [newest = "", ...rest] = saved;
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: newest } });
    const first = await get(`${PRACTICE}/answer/get`);
    expect(first.body.meta).toEqual({ total: ANSWERS - 1 });
    expect(first.body.data.map((item: { uid: string }) => item.uid)).toEqual(rest.slice(0, 10));
  });
});

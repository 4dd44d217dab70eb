import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE, RATINGS, recordingOf } from "#tests/factories/answers";
import { CATALOGUES, expectError, expectIssues } from "#tests/factories/catalogues";
import { questions as questionRows } from "@/server/db/schema";

const harness = useHarness();
let token: string;
let stranger: string;
let category: { uid: string; name: string };
let questions: { uid: string; text: string; reading_time: number; answer_time: number }[];
let question_id: string;

beforeAll(async () => {
  ({ token } = await registerUser(harness()));
  stranger = (await registerUser(harness())).token;
  ({ category, questions } = await aCategory(harness(), token));
  question_id = questions[0]?.uid ?? "";
});

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const get = (path: string, headers?: Record<string, string>) =>
  harness().call("GET", PRACTICE + path, { token, ...(headers ? { headers } : {}) });
const post = (path: string, body: unknown, as = token) => harness().call("POST", PRACTICE + path, { token: as, body });
const save = (body: unknown, as = token) => post("/answer/save", body, as);

describe("GET practice/category/get (row 39)", () => {
  it("answers with every category and its number of questions", async () => {
    const answer = await get("/category/get");
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.body).sort()).toEqual(["data", "meta"]);
    expect(answer.body.meta).toEqual({ total: answer.body.data.length });
    expect(answer.body.data.length).toBeGreaterThanOrEqual(12);
    for (const item of answer.body.data) {
      expect(item).toEqual({
        uid: expect.stringMatching(UUID),
        name: expect.stringMatching(/\S/),
        description: expect.stringMatching(/\S/),
        questions: expect.any(Number),
      });
    }
  });

  it("speaks the caller's language", async () => {
    const names = async (language: string) =>
      (await get("/category/get", { "accept-language": language })).body.data.map((item: { name: string }) => item.name);
    const [en, ar] = await Promise.all([names("en"), names("ar-SD")]);
    expect(ar).toHaveLength(en.length);
    for (const name of ar) expect(name).toMatch(/[\u0600-\u06ff]/);
    for (const name of en) expect(name).not.toMatch(/[\u0600-\u06ff]/);
  });
});

describe("GET practice/question/get (row 40) and question/detail/get", () => {
  it("lists questions with their times in minutes", () => {
    expect(questions).toHaveLength(10);
    for (const question of questions) {
      expect(question).toEqual({
        uid: expect.stringMatching(UUID),
        text: expect.stringMatching(/\S/),
        reading_time: expect.any(Number),
        answer_time: expect.any(Number),
      });
      expect((question.reading_time * 2) % 1).toBe(0);
      expect(question.answer_time).toBeGreaterThan(0);
    }
  });

  it("shows one question with its guidance", async () => {
    const answer = await get(`/question/detail/get?uid=${question_id}`);
    expect(answer.status).toBe(200);
    const { guidance, ...rest } = answer.body.data;
    expect(rest).toEqual({ ...questions[0], category_id: category.uid, category: category.name });
    expect(guidance.length).toBeGreaterThan(0);
    for (const point of guidance) expect(point).toMatch(/\S/);
  });

  it("answers 404 to a question that does not exist, 400 to what is no id", async () => {
    expectError(await get(`/question/detail/get?uid=${randomUUID()}`), 404, "notFound");
    expectIssues(await get("/question/detail/get?uid=5"), ["uid"]);
    expectIssues(await get("/question/detail/get"), ["uid"]);
    expectIssues(await get(`/question/detail/get?uid=${question_id}&more=1`), ["more"]);
  });
});

describe("POST practice/answer/save (row 41)", () => {
  it("creates the record with every field of the specification", async () => {
    const uid = randomUUID();
    const { recording } = recordingOf(10);
    const body = {
      uid,
      category_id: category.uid,
      question_id,
      reading_time: 0.5,
      answer_time: 2,
      mode: "simulation",
      recording,
      rate_your_self: RATINGS,
      question_difficulty: "hard",
      comments: "  Slower. \u{1F642}\n",
      recorded_at: new Date(Date.now() - 3_600_000).toISOString(),
    };
    const answer = await save(body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      data: {
        ...body,
        category: category.name,
        question: questions[0]?.text,
        state: "captured",
        media: null,
        created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        guidance: expect.any(Array),
        share_link: null,
      },
    });
    const detail = await post("/answer/detail/get", { uid });
    expect(detail.body).toEqual(answer.body);
  });

  it.each([
    ["has been taken out since", () => ({ published: false, retiredAt: new Date() })],
    ["is a draft again", () => ({ published: false })],
  ])("takes a recording of a question that %s, and no other record of it", async (_, then) => {
    const { db } = harness().app.services;
    const asked = questions.at(-1)?.uid ?? "";
    const set = (how: { published: boolean; retiredAt?: Date | null }) =>
      db.update(questionRows).set(how).where(eq(questionRows.id, asked));
    await set(then());
    try {
      const { recording } = recordingOf(10);
      expect((await save({ question_id: asked, recording })).body.data).toMatchObject({ question_id: asked, state: "captured" });
      expectIssues(await save({ question_id: asked }), ["question_id"]);
    } finally {
      await set({ published: true, retiredAt: null });
    }
  });

  it("needs a question only, and takes the question's own times", async () => {
    const { data } = (await save({ question_id })).body;
    expect(data).toMatchObject({
      uid: expect.stringMatching(UUID),
      state: "stored",
      mode: "practice",
      reading_time: questions[0]?.reading_time,
      answer_time: questions[0]?.answer_time,
      recording: null,
      rate_your_self: null,
      question_difficulty: null,
      comments: "",
      media: null,
    });
  });

  it("is self_rated once it has all five ratings", async () => {
    const { data } = (await save({ question_id })).body;
    const rated = await save({ uid: data.uid, rate_your_self: RATINGS });
    expect(rated.body.data).toMatchObject({ uid: data.uid, state: "self_rated", rate_your_self: RATINGS });
  });

  it("with the uid of an own record changes what is given and nothing else", async () => {
    const { data } = (await save({ question_id, comments: "first", question_difficulty: "easy", answer_time: 3 })).body;
    const changed = await save({ uid: data.uid, comments: "second" });
    expect(changed.body.data).toEqual({ ...data, comments: "second" });
    const cleared = await save({ uid: data.uid, question_difficulty: null });
    expect(cleared.body.data).toEqual({ ...data, comments: "second", question_difficulty: null });
  });

  it("saved ten times at once under one uid is one record, and nobody is refused", async () => {
    const uid = randomUUID();
    const answers = await Promise.all(Array.from({ length: 10 }, () => save({ uid, question_id, comments: "once" })));
    expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200));
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
  });

  it("does not move a record to another question", async () => {
    const { data } = (await save({ question_id })).body;
    expectError(await save({ uid: data.uid, question_id: questions[1]?.uid }), 409, "wrongState");
  });

  it("answers 400 to a NUL character, which PostgreSQL cannot store", async () => {
    expectError(await save({ question_id, comments: "a\u0000b" }), 400, "invalidInput");
  });

  const wrong: [string, () => Record<string, unknown>, string[]][] = [
    ["nothing", () => ({}), ["question_id"]],
    ["a question that does not exist", () => ({ question_id: randomUUID() }), ["question_id"]],
    ["a question of another category", () => ({ question_id, category_id: randomUUID() }), ["category_id"]],
    ["ids that are none", () => ({ uid: "1", question_id: 2, category_id: "" }), ["uid", "question_id", "category_id"]],
    ["times that are no halves", () => ({ question_id, reading_time: 0.7, answer_time: 1.25 }), ["reading_time", "answer_time"]],
    ["times beyond their bounds", () => ({ question_id, reading_time: 0, answer_time: 60.5 }), ["reading_time", "answer_time"]],
    ["times as text", () => ({ question_id, reading_time: "1" }), ["reading_time"]],
    ["an unknown mode", () => ({ question_id, mode: "exam" }), ["mode"]],
    ["an unknown difficulty", () => ({ question_id, question_difficulty: "Hard" }), ["question_difficulty"]],
    ["comments that are too long", () => ({ question_id, comments: "x".repeat(5001) }), ["comments"]],
    [
      "a rating of 0 and one of 6",
      () => ({ question_id, rate_your_self: { ...RATINGS, clarity: 0, rating_overall: 6 } }),
      ["rate_your_self.clarity", "rate_your_self.rating_overall"],
    ],
    ["a rating with a half", () => ({ question_id, rate_your_self: { ...RATINGS, clarity: 2.5 } }), ["rate_your_self.clarity"]],
    ["four ratings", () => ({ question_id, rate_your_self: { ...RATINGS, clarity: undefined } }), ["rate_your_self.clarity"]],
    ["a sixth rating", () => ({ question_id, rate_your_self: { ...RATINGS, voice: 1 } }), ["rate_your_self.voice"]],
    ["ratings as a list", () => ({ question_id, rate_your_self: [1, 2, 3, 4, 5] }), ["rate_your_self"]],
    ["a state", () => ({ question_id, state: "reviewed" }), ["state"]],
    ["an owner", () => ({ question_id, user_id: randomUUID() }), ["user_id"]],
    ["a media link", () => ({ question_id, media: { name: "x", link: "https://example.com" } }), ["media"]],
    [
      "an empty recording",
      () => ({ question_id, recording: {} }),
      ["kind", "type", "size", "duration_ms", "md5"].map((field) => `recording.${field}`),
    ],
    ["a recording of a page", () => ({ question_id, recording: { ...recordingOf(1).recording, type: "text/html" } }), ["recording.type"]],
    [
      "a recording of two gigabytes and a byte",
      () => ({ question_id, recording: { ...recordingOf(1).recording, size: 2 ** 31 + 1 } }),
      ["recording.size"],
    ],
    ["a wrong checksum form", () => ({ question_id, recording: { ...recordingOf(1).recording, md5: "A".repeat(32) } }), ["recording.md5"]],
  ];
  it.each(wrong)("refuses %s and names the field", async (_kind, body, fields) => {
    expectIssues(await save(body()), fields);
  });

  it("says in the caller's language which field does not exist", async () => {
    const answer = await save({ question_id, state: "reviewed" });
    expect(answer.body.issues).toEqual([{ path: ["state"], message: CATALOGUES.en.validation.unknownField.replace("{field}", "state") }]);
  });
});

describe("GET practice/answer/get (row 42)", () => {
  it("lists records as the detail shows them, without guidance and links", async () => {
    const { data } = (await save({ question_id, comments: "listed" })).body;
    const answer = await get("/answer/get");
    expect(answer.status).toBe(200);
    const { guidance: _, share_link: __, ...row } = data;
    expect(answer.body.data[0]).toEqual(row);
  });
});

describe("somebody else's record", () => {
  const paths = ["/answer/detail/get", "/answer/delete", "/answer/share", "/answer/share/revoke"];

  it.each(paths)("POST practice%s answers like to one that does not exist", async (path) => {
    const { data } = (await save({ question_id, rate_your_self: RATINGS })).body;
    const [theirs, nobodys] = await Promise.all([post(path, { uid: data.uid }, stranger), post(path, { uid: randomUUID() }, stranger)]);
    expectError(theirs, 404, "notFound");
    expect(theirs.body).toEqual(nobodys.body);
    expect((await post("/answer/detail/get", { uid: data.uid })).body.data).toEqual(data);
  });

  it("cannot be saved over", async () => {
    const { data } = (await save({ question_id, comments: "mine" })).body;
    expectError(await save({ uid: data.uid, question_id, comments: "stolen" }, stranger), 404, "notFound");
    // Without a question there is nothing to create either: the same answer as for an id that nobody has.
    const [theirs, nobodys] = await Promise.all([
      save({ uid: data.uid, comments: "x" }, stranger),
      save({ uid: randomUUID(), comments: "x" }, stranger),
    ]);
    expect(theirs.body).toEqual(nobodys.body);
    expect((await post("/answer/detail/get", { uid: data.uid })).body.data.comments).toBe("mine");
  });

  it.each(paths)("POST practice%s refuses input that is no id", async (path) => {
    expectIssues(await post(path, {}), ["uid"]);
    expectIssues(await post(path, { uid: "x" }), ["uid"]);
    expectIssues(await post(path, { uid: 5 }), ["uid"]);
    expectIssues(await post(path, { uid: randomUUID(), userId: randomUUID() }), ["userId"]);
  });
});

describe("POST practice/answer/delete", () => {
  it("deletes for good: no detail, no change, no second deletion", async () => {
    const { data } = (await save({ question_id })).body;
    const answer = await post("/answer/delete", { uid: data.uid });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ data: { deleted: true } });
    for (const path of paths()) expectError(await post(path, { uid: data.uid }), 404, "notFound");
    expectError(await save({ uid: data.uid, question_id, comments: "back" }), 404, "notFound");
  });
  const paths = () => ["/answer/detail/get", "/answer/delete", "/answer/share", "/answer/share/revoke"];
});

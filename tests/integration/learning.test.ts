import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { PRACTICE } from "#tests/factories/answers";
import { insertVideos } from "#tests/factories/bulk";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { learningData } from "@/features/learning/personal-data";
import { logoOf } from "@/features/learning/universities/queries";
import { addDays, dayIn } from "@/lib/days";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const P = "/api/user/personalization";
const R = `${P}/learning/resources`;
const get = (path: string, token: string, headers = {}) => harness().call("GET", path, { token, headers });
const post = (path: string, token: string, body: unknown) => harness().call("POST", path, { token, body });
const watch = (token: string, body: unknown) => post(`${P}/video/library/update/status`, token, body);

async function learner() {
  const { token, user } = await registerUser(harness());
  const [video] = (await get(`${R}/mentorship/program/get`, token)).body.data as { uid: string; duration: number }[];
  if (!video) throw new Error("there are no videos");
  return { token, user, video };
}

describe("the content of a first start", () => {
  it("is there in every language: videos that can be played, with captions, and universities", async () => {
    const { token } = await learner();
    for (const [path, most] of [
      [`${R}/mentorship/program/get`, 12],
      [`${R}/interview/tutorial/get`, 12],
      [`${R}/university/get`, 24],
      [`${P}/video/library/get`, 24],
    ] as const) {
      const answer = await get(path, token);
      expect(answer.body.data).toHaveLength(10);
      expect(answer.body.meta.total).toBe(most);
    }
    const english = (await get(`${R}/interview/tutorial/get`, token)).body.data;
    const arabic = (await get(`${R}/interview/tutorial/get`, token, { "accept-language": "ar" })).body.data;
    expect(arabic.map(({ uid }: { uid: string }) => uid)).toEqual(english.map(({ uid }: { uid: string }) => uid));
    expect(arabic[0].name).toMatch(/\p{Script=Arabic}/u);
    const { data } = (await post(`${R}/interview/tutorial/view`, token, { uid: english[0].uid })).body;
    expect(data.captions.map(({ locale }: { locale: string }) => locale).sort()).toEqual(["ar", "cn", "en", "fr", "vi"]);
    for (const { vtt } of data.captions) expect(vtt).toMatch(/^WEBVTT\n\n\d\d:\d\d:\d\d\.\d{3} --> /);
    expect(data.chapters).toHaveLength(5);
    expect(data.question.text).toBeTruthy();
  });

  it("has two documents with every university, in the reader's language, and they are PDFs", async () => {
    const { token } = await learner();
    const [university] = (await get(`${R}/university/get`, token)).body.data;
    for (const [language, locale] of [
      ["en", "en"],
      ["ar", "ar"],
      ["zh-CN", "cn"],
    ] as const) {
      const headers = { "accept-language": language };
      const ask = (path: string, body: unknown) => harness().call("POST", path, { token, body, headers });
      const { documents } = (await ask(`${R}/university/detail/get`, { uid: university.uid })).body.data;
      expect(documents).toHaveLength(2);
      for (const { uid, size } of documents) {
        const { data } = (await ask(`${R}/university/document/view`, { university: university.uid, uid })).body;
        expect(data).toMatchObject({ language: locale, size });
        const file = readFileSync(`public${new URL(data.link).pathname}`);
        expect(file.length).toBe(size);
        expect(file.subarray(0, 5).toString()).toBe("%PDF-");
      }
    }
    expectError(await post(`${R}/university/document/view`, token, { university: university.uid, uid: randomUUID() }), 404, "notFound");
  });

  it("has five sections for each university, in the reader's language", async () => {
    const { token } = await learner();
    const { data } = (await get(`${R}/university/get?page=2`, token)).body;
    expect(data).toHaveLength(10);
    const { body } = await post(`${R}/university/detail/get`, token, { uid: data[0].uid });
    expect(body.data.sections.map(({ section }: { section: string }) => section)).toEqual([
      "about",
      "programmes",
      "admission",
      "interview",
      "deadlines",
    ]);
    expect(body.data.logo).toMatch(/^data:image\/svg\+xml,/);
  });
});

describe("what was watched", () => {
  it("adds up over reports, overlaps count once, and nine tenths complete it", async () => {
    const { token, user, video } = await learner();
    const { uid, duration } = video;
    expect((await watch(token, { uid, ranges: [[0, 20]], position: 20 })).body.data).toMatchObject({ status: "in_progress", position: 20 });
    const second = (await watch(token, { uid, ranges: [[10, 30]], position: 30 })).body.data;
    expect(second.coverage).toBeCloseTo(30 / duration, 3);
    const done = (await watch(token, { uid, ranges: [[30, duration * 0.95]], position: duration })).body.data;
    expect(done.status).toBe("completed");
    // Completed stays completed, and the library says so.
    expect((await watch(token, { uid, position: 3 })).body.data).toMatchObject({ status: "completed", position: 3 });
    const listed = (await get(`${P}/video/library/get?status=completed`, token)).body;
    expect(listed).toMatchObject({ data: [{ uid, status: "completed" }], meta: { total: 1 } });
    // An archive holds which parts of it, and when that was all.
    const { data: held } = await learningData.records(harness().app.services, user.uid);
    expect(held).toMatchObject({ watched: [{ state: "completed", ranges: [[0, expect.any(Number)]], completedAt: expect.any(Date) }] });
  });

  it("a jump to the end completes nothing, and neither does saying so", async () => {
    const { token, video } = await learner();
    const { uid, duration } = video;
    const jump = await watch(token, { uid, ranges: [[duration - 1, duration]], position: duration });
    expect(jump.body.data.status).toBe("in_progress");
    expectError(await watch(token, { uid, status: "completed" }), 409, "wrongState");
    expect((await watch(token, { uid, status: "not_started" })).body.data).toEqual({
      uid,
      status: "not_started",
      position: 0,
      coverage: 0,
    });
  });

  it("two devices that report at once lose nothing", async () => {
    const { token, video } = await learner();
    const pieces = Array.from({ length: 8 }, (_, at) => watch(token, { uid: video.uid, ranges: [[at * 5, at * 5 + 5]] }));
    await Promise.all(pieces);
    const { data } = (await watch(token, { uid: video.uid })).body;
    expect(data.coverage).toBeCloseTo(40 / video.duration, 3);
  });

  it("that waited on a device adds up, and takes no place of what came from elsewhere since", async () => {
    const { token, video } = await learner();
    const { uid, duration } = video;
    await watch(token, { uid, ranges: [[0, 10]], position: 10 });
    const seen = { status: "in_progress", position: 10 };
    const late = (await watch(token, { uid, ranges: [[10, 15]], position: 15, seen })).body.data;
    expect(late).toMatchObject({ status: "in_progress", position: 15 });
    expect(late.coverage).toBeCloseTo(15 / duration, 3);
    const overtaken = (await watch(token, { uid, ranges: [[20, 25]], position: 25, seen })).body.data;
    expect(overtaken.position).toBe(15);
    expect(overtaken.coverage).toBeCloseTo(20 / duration, 3);
    // Of a place between two seconds, too, which is kept less exactly than it came.
    const between = (await watch(token, { uid, ranges: [[30, 33]], position: 33.123456 })).body.data;
    const after = { status: between.status, position: between.position };
    expect((await watch(token, { uid, ranges: [[33, 36]], position: 36, seen: after })).body.data.position).toBe(36);
    await watch(token, { uid, status: "not_started" });
    expect((await watch(token, { uid, ranges: [[0, 5]], position: 5, seen })).body.data).toEqual({
      uid,
      status: "not_started",
      position: 0,
      coverage: 0,
    });
    const first = { status: "not_started", position: 0 };
    expect((await watch(token, { uid, ranges: [[0, 5]], position: 5, seen: first })).body.data).toMatchObject({ position: 5 });
  });

  it("is one's own", async () => {
    const [one, other] = [await learner(), await learner()];
    await watch(one.token, { uid: one.video.uid, ranges: [[0, 30]] });
    expect((await get(`${P}/video/library/get?status=in_progress`, other.token)).body.meta.total).toBe(0);
  });

  it.each([
    { ranges: [[-1, 5]] },
    { ranges: [["0", 5]] },
    { ranges: [[0, 1e9]] },
    { ranges: [[1]] },
    { status: "done" },
    { position: -1 },
    { seen: {} },
  ])("%j is refused by name", async (body) => {
    const { token, video } = await learner();
    const answer = await watch(token, { uid: video.uid, ...body });
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0].path[0]).toBe(Object.keys(body)[0]);
  });

  it("of a video that does not exist is a 404", async () => {
    const { token } = await learner();
    expectError(await watch(token, { uid: randomUUID() }), 404, "notFound");
    expectIssues(await watch(token, { uid: "x" }), ["uid"]);
  });
});

describe("bookmarks", () => {
  it("are kept in the video's order, changed, deleted, and nobody else's", async () => {
    const [one, other] = [await learner(), await learner()];
    const { uid } = one.video;
    const save = (token: string, body: object) => post(`${P}/video/library/bookmark/save`, token, { video: uid, ...body });
    const late = (await save(one.token, { at: 40, note: "the example" })).body.data;
    await save(one.token, { at: 5 });
    const list = async (token: string) => (await get(`${P}/video/library/bookmark/get?uid=${uid}`, token)).body.data;
    expect((await list(one.token)).map(({ at }: { at: number }) => at)).toEqual([5, 40]);
    expect(await list(other.token)).toEqual([]);
    expectError(await save(other.token, { uid: late.uid, at: 1 }), 404, "notFound");
    expectError(await post(`${P}/video/library/bookmark/delete`, other.token, { uid: late.uid }), 404, "notFound");
    expect((await save(one.token, { uid: late.uid, at: 41, note: "" })).body.data).toMatchObject({ uid: late.uid, at: 41, note: "" });
    expect((await post(`${P}/video/library/bookmark/delete`, one.token, { uid: late.uid })).status).toBe(200);
    expect(await list(one.token)).toHaveLength(1);
  });

  it("are so many at most, and whoever has them all is told that, and nothing of storage", async () => {
    const { token, user, video } = await learner();
    await sql`insert into bookmarks (id, user_id, video_id, at, note)
      select gen_random_uuid(), ${user.uid}, ${video.uid}, at, '' from generate_series(1, 500) at`;
    const refused = await post(`${P}/video/library/bookmark/save`, token, { video: video.uid, at: 1 });
    expectError(refused, 413, "quotaExceeded");
    expect(refused.body.message).toMatch(/remove one/i);
    expect(refused.body.message).not.toMatch(/storage/i);
    await sql`delete from bookmarks where user_id = ${user.uid} and at = 500`;
    expect((await post(`${P}/video/library/bookmark/save`, token, { video: video.uid, at: 1 })).status).toBe(200);
  });
});

describe("the library", () => {
  it.each([
    ["en", "en"],
    ["vi", "vi"],
    ["fr", "fr"],
    ["zh-CN", "zh"],
    ["ar", "ar"],
  ])("is ordered by title as readers of %s order letters", async (language, tag) => {
    const { token } = await learner();
    const { data } = (await get(`${P}/video/library/get?order=title`, token, { "accept-language": language })).body;
    const titles = data.map(({ title }: { title: string }) => title);
    expect(titles).toEqual(titles.toSorted(new Intl.Collator(tag).compare));
  });
});

describe("suggestions", () => {
  it("say why, follow the weakest rating, and are not made again once called useless", async () => {
    const { token, user } = await learner();
    const path = `${R}/interview/tutorial/suggested/for/you/get`;
    const first = (await get(path, token)).body.data;
    expect(first.reason).toBe("A good place to begin.");
    const [question] = await sql`select id from questions limit 1`;
    for (let n = 0; n < 3; n++)
      await sql`insert into answers (id, user_id, question_id, state, reading_time, answer_time, clarity, logic_relevance, expertise_insight, attitude_engagement, rating_overall)
        values (${randomUUID()}, ${user.uid}, ${question?.id}, 'self_rated', 1, 1, 1, 5, 5, 5, 4)`;
    const next = (await get(path, token)).body.data;
    expect(next.reason).toContain("Clarity");
    const { data } = (await post(`${R}/interview/tutorial/view`, token, { uid: next.uid })).body;
    expect(data.scales).toContain("clarity");
    await post(`${R}/suggested/dismiss`, token, { uid: next.uid });
    expect((await get(path, token)).body.data.uid).not.toBe(next.uid);
    const { data: held } = await learningData.records(harness().app.services, user.uid);
    expect(held).toMatchObject({ dismissed: [{ video: next.title, createdAt: expect.any(Date) }] });
  });

  it("reckon with the interview that the plan is fitted to: the log's, and the profile's only without one", async () => {
    const { token } = await learner();
    const reason = async () => (await get(`${R}/interview/tutorial/suggested/for/you/get`, token)).body.data.reason;
    const near = addDays(dayIn(new Date(), "UTC"), 4);
    const save = (body: Record<string, unknown>) =>
      post(`${PRACTICE}/interview/save`, token, { company: "Nile Bank", role: "Analyst", date: near, stage: "final", ...body });
    const { data } = (await save({})).body;
    expect(await reason()).toBe("Because your interview is near.");
    await post(`${P}/account/detail/profile/update`, token, { interviewDate: near });
    await save({ uid: data.uid, outcome: "withdrawn" });
    expect(await reason()).toBe("A good place to begin.");
    await post(`${PRACTICE}/interview/delete`, token, { uid: data.uid });
    expect(await reason()).toBe("Because your interview is near.");
  });
});

describe("searching", () => {
  it("finds by any language's words, without accents and by their beginning", async () => {
    const { token } = await learner();
    const find = async (search: string) => (await get(`${R}/university/get?search=${encodeURIComponent(search)}`, token)).body.meta.total;
    expect(await find("oxford")).toBe(1);
    expect(await find("牛津")).toBe(1);
    expect(await find("جامعة الخرطوم")).toBe(1);
    expect(await find("ha noi")).toBe(await find("Hà Nội"));
    expect(await find("zzz")).toBe(0);
    for (const hostile of ["'", "' | 'a", ":* & !", "\\", "a'b:*"]) expect(await find(hostile)).toBeGreaterThanOrEqual(0);
  });

  it("is served by an index among 10,000 videos, and so is a page of the list", async () => {
    await insertVideos(harness().app.services.db, 10_000);
    await sql`analyze videos`;
    const plan = async (query: string) => JSON.stringify(await sql.unsafe(`explain ${query}`));
    expect(await plan("select id from videos where published and search @@ '''bench77'':*'::tsquery")).toContain("videos_search_idx");
    expect(await plan("select id from videos where published and kind = 'tutorial' order by position, id limit 10")).toContain(
      "videos_kind_idx",
    );
    expect(await plan("select id from videos where published order by date desc, id desc limit 10")).toContain("videos_date_idx");
    const { token } = await learner();
    expect((await get(`${R}/interview/tutorial/get?search=bench77`, token)).body.meta.total).toBe(111);
    await sql`delete from videos where slug like 'bench-%'`;
  });
});

describe("a university's page", () => {
  it("is changed by super admins only, in all languages at once, and found by its new name", async () => {
    const { token, user } = await learner();
    const path = "/api/super/admin/learning/resources/university/detail/edit";
    const [university] = (await get(`${R}/university/get`, token)).body.data;
    const name = { en: "Zebra College", fr: "Collège Zèbre", vi: "Trường Ngựa Vằn", cn: "斑马学院", ar: "كلية الحمار الوحشي" };
    expectError(await post(path, token, { uid: university.uid, name }), 403, "forbidden");
    await sql`update users set role = 'super_admin' where id = ${user.uid}`;
    expectIssues(await post(path, token, { uid: university.uid, name: { ...name, ar: undefined } }), ["name.ar"]);
    expectIssues(await post(path, token, { uid: university.uid, name: { ...name, en: " " } }), ["name.en"]);
    expect((await post(path, token, { uid: university.uid, name })).body.data.name).toBe("Zebra College");
    expect((await get(`${R}/university/get?search=${encodeURIComponent("斑马")}`, token)).body.data[0].uid).toBe(university.uid);
    expectError(await post(path, token, { uid: randomUUID(), name }), 404, "notFound");

    const mark = { letters: "ZC", shape: "circle" as const, hue: 120 };
    expectIssues(await post(path, token, { uid: university.uid, mark: { ...mark, hue: 360 } }), ["mark.hue"]);
    const marked = (await post(path, token, { uid: university.uid, mark })).body.data;
    expect(marked).toMatchObject({ name: "Zebra College", logo: logoOf(mark) });
    expect(marked.logo).not.toBe(university.logo);
  });
});

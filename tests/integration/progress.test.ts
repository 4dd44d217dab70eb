import { randomUUID } from "node:crypto";
import fc from "fast-check";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, aQuestion, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import type { ProgressDto } from "@/features/practice/progress/dto";
import { meanOf, totalOf } from "@/features/practice/progress/rules";
import { addDays, dayIn, dayStart } from "@/lib/days";
import { PROGRESS_RANGES, RATING_SCALES } from "@/lib/enums/practice";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const progress = (token: string | undefined, query: string) => harness().call("GET", `${PRACTICE}/progress/get?${query}`, { token });
const shown = async (token: string, query: string): Promise<ProgressDto> => (await progress(token, query)).body.data;

interface Made {
  at: Date;
  question: string;
  ratings: number[] | null;
  durationMs: number;
  deleted: boolean;
}

async function insert(userId: string, takes: Made[]): Promise<void> {
  for (const { at, question, ratings, durationMs, deleted } of takes) {
    const [clarity, logic, expertise, attitude, overall] = ratings ?? [];
    await sql`insert into answers (id, user_id, question_id, state, reading_time, answer_time, duration_ms, clarity, logic_relevance,
        expertise_insight, attitude_engagement, rating_overall, recorded_at, deleted_at)
      values (${randomUUID()}, ${userId}, ${question}, ${deleted ? "deleted" : "stored"}, 1, 1, ${durationMs}, ${clarity ?? null},
        ${logic ?? null}, ${expertise ?? null}, ${attitude ?? null}, ${overall ?? null}, ${at}, ${deleted ? at : null})`;
  }
}

const take = (at: Date, question: string, change: Partial<Made> = {}): Made => ({
  at,
  question,
  ratings: [4, 3, 5, 2, 4],
  durationMs: 60_000,
  deleted: false,
  ...change,
});

describe("sums", () => {
  it("equal a naive count over random takes, in any zone and range", async () => {
    const { token: first } = await registerUser(harness());
    const { body } = await harness().call("GET", `${PRACTICE}/category/get`, { token: first });
    const bank: { category: string; question: string }[] = [];
    for (const category of body.data.slice(0, 4)) {
      const questions = await harness().call("GET", `${PRACTICE}/question/get?category_id=${category.uid}`, { token: first });
      for (const question of questions.body.data.slice(0, 3)) bank.push({ category: category.uid, question: question.uid });
    }
    const score = fc.integer({ min: 1, max: 5 });
    const one = fc.record({
      hoursAgo: fc.integer({ min: 0, max: 24 * 400 }),
      place: fc.nat({ max: bank.length - 1 }),
      ratings: fc.option(fc.tuple(score, score, score, score, score)),
      durationMs: fc.integer({ min: 0, max: 600_000 }),
      deleted: fc.boolean(),
    });
    const drawn = fc.sample(fc.array(one, { minLength: 40, maxLength: 80 }), { numRuns: 4, seed: 20 });
    for (const [index, takes] of drawn.entries()) {
      const { token, user } = await registerUser(harness());
      const now = Date.now();
      const made = takes.map(({ hoursAgo, place, ...rest }) => ({
        ...rest,
        at: new Date(now - hoursAgo * 3_600_000),
        question: bank[place]?.question ?? "",
        category: bank[place]?.category ?? "",
      }));
      await insert(user.uid, made);
      const timeZone = ["UTC", "Asia/Kolkata", "America/New_York", "Pacific/Chatham"][index] ?? "UTC";
      for (const range of PROGRESS_RANGES) {
        const data = await shown(token, `range=${range}&timeZone=${timeZone}`);
        expect(data).toMatchObject({ range, timeZone });
        const from = data.periods[0]?.from ?? "";
        const counted = made.filter(({ at, deleted }) => !deleted && dayIn(at, timeZone) >= from);
        const naive = (rows: typeof counted) => {
          const rated = rows.flatMap(({ ratings }) => (ratings ? [ratings] : []));
          return {
            takes: rows.length,
            rated: rated.length,
            spokenMs: rows.reduce((sum, { durationMs }) => sum + durationMs, 0),
            sums: Object.fromEntries(RATING_SCALES.map((scale, at) => [scale, rated.reduce((sum, row) => sum + (row[at] ?? 0), 0)])),
          };
        };
        for (const { from: begin, to, ...sums } of data.periods) {
          const within = counted.filter(({ at }) => begin <= dayIn(at, timeZone) && dayIn(at, timeZone) <= to);
          expect(sums).toEqual(naive(within));
        }
        for (const { uid, name: _, ...sums } of data.categories)
          expect(sums).toEqual(naive(counted.filter(({ category }) => category === uid)));
        expect(totalOf(data.periods)).toEqual(naive(counted));
        expect(totalOf(data.categories)).toEqual(naive(counted));
        expect(data.halves.earlier.rated + data.halves.later.rated).toBe(naive(counted).rated);
        const both = RATING_SCALES.map((scale) => data.halves.earlier.sums[scale] + data.halves.later.sums[scale]);
        expect(both).toEqual(RATING_SCALES.map((scale) => naive(counted).sums[scale]));
      }
    }
  });

  it("split the rated takes in the middle, the earlier ones first", async () => {
    const { token, user } = await registerUser(harness());
    const question = await aQuestion(harness(), token);
    const now = Date.now();
    const scores = [1, 1, 2, 4, 5, 5];
    await insert(
      user.uid,
      scores.map((score, at) => take(new Date(now - (6 - at) * 3_600_000), question, { ratings: Array(5).fill(score) })),
    );
    const { halves } = await shown(token, "range=weeks");
    expect(meanOf(halves.earlier, "clarity")).toBeCloseTo(4 / 3, 9);
    expect(meanOf(halves.later, "clarity")).toBeCloseTo(14 / 3, 9);
  });

  it("leave deleted takes out, and follow a rating that is given later", async () => {
    const { token } = await registerUser(harness());
    const question_id = await aQuestion(harness(), token);
    const save = async (body: object) => (await harness().call("POST", `${PRACTICE}/answer/save`, { token, body })).body.data.uid;
    const uid = await save({ question_id });
    expect(totalOf((await shown(token, "range=all")).periods)).toMatchObject({ takes: 1, rated: 0 });
    await save({ uid, rate_your_self: RATINGS });
    const rated = await shown(token, "range=all");
    expect(totalOf(rated.periods)).toMatchObject({ takes: 1, rated: 1, sums: RATINGS });
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid } });
    const after = await shown(token, "range=all");
    expect(totalOf(after.periods)).toMatchObject({ takes: 0, rated: 0 });
    expect(after.categories).toEqual([]);
    expect(after.periods).toHaveLength(1);
  });
});

describe("days", () => {
  it("begin where the person is: the last second of a Sunday and the first of a Monday are two weeks", async () => {
    const { token, user } = await registerUser(harness());
    const question = await aQuestion(harness(), token);
    for (const timeZone of ["America/New_York", "Asia/Kolkata", "Europe/Berlin"]) {
      await sql`delete from answers where user_id = ${user.uid}`;
      const { periods } = await shown(token, `range=months&timeZone=${timeZone}`);
      const monday = periods[6]?.from ?? "";
      const start = dayStart(monday, timeZone).getTime();
      await insert(user.uid, [take(new Date(start - 1), question), take(new Date(start), question), take(new Date(start + 1), question)]);
      const counts = (await shown(token, `range=months&timeZone=${timeZone}`)).periods.map(({ takes }) => takes);
      expect(counts.slice(5, 7)).toEqual([1, 2]);
    }
  });

  it("follow one another where clocks are changed", async () => {
    const { token, user } = await registerUser(harness());
    const question = await aQuestion(harness(), token);
    const timeZone = "Europe/Berlin";
    // Every Monday's beginning of the last two years or so.
    const today = dayIn(new Date(), timeZone);
    await insert(user.uid, [take(dayStart(addDays(today, -700), timeZone), question)]);
    const { unit, periods } = await shown(token, `range=all&timeZone=${timeZone}`);
    expect(unit).toBe("month");
    await sql`delete from answers where user_id = ${user.uid}`;
    await insert(
      user.uid,
      periods
        .flatMap(({ from, to }) => [
          take(dayStart(from, timeZone), question),
          take(new Date(dayStart(addDays(to, 1), timeZone).getTime() - 1), question),
        ])
        .filter(({ at }) => at.getTime() <= Date.now()),
    );
    const counts = (await shown(token, `range=all&timeZone=${timeZone}`)).periods.map(({ takes }) => takes);
    expect(counts.slice(0, -1)).toEqual(Array(periods.length - 1).fill(2));
  });

  it("are those of the account, where it names a zone", async () => {
    const { token, user } = await registerUser(harness());
    await sql`update users set time_zone = 'Asia/Tokyo' where id = ${user.uid}`;
    expect(await shown(token, "range=weeks&timeZone=America/Lima")).toMatchObject({ timeZone: "Asia/Tokyo" });
  });
});

describe("what is refused", () => {
  it("strangers see nothing of it, and nobody without an account", async () => {
    const { token, user } = await registerUser(harness());
    await insert(user.uid, [take(new Date(), await aQuestion(harness(), token))]);
    const stranger = await registerUser(harness());
    expect(totalOf((await shown(stranger.token, "range=all")).periods).takes).toBe(0);
    expectError(await progress(undefined, "range=all"), 401, "unauthorized");
  });

  it("ranges and zones that are none", async () => {
    const { token } = await registerUser(harness());
    expectIssues(await progress(token, "range=century"), ["range"]);
    expectIssues(await progress(token, "timeZone=Nowhere"), ["timeZone"]);
    expectIssues(await progress(token, `timeZone=${encodeURIComponent("+05:00")}`), ["timeZone"]);
  });
});

describe("takes of a question", () => {
  const T = `${PRACTICE}/take`;
  const ask = (token: string, path: string) => harness().call("GET", `${T}/${path}`, { token });

  it("are told in their order; only questions with several are offered", async () => {
    const { token, user } = await registerUser(harness());
    const { questions } = await aCategory(harness(), token);
    const [one = { uid: "", text: "" }, other = { uid: "", text: "" }] = questions;
    const now = Date.now();
    await insert(user.uid, [
      take(new Date(now - 3000), one.uid, { ratings: [1, 1, 1, 1, 2] }),
      take(new Date(now - 2000), other.uid),
      take(new Date(now - 1000), one.uid, { ratings: null, durationMs: 5000 }),
      take(new Date(now - 500), one.uid, { deleted: true }),
      take(new Date(now - 400), other.uid, { deleted: true }),
    ]);
    const { body } = await ask(token, `get?question_id=${one.uid}`);
    expect(body.meta).toEqual({ total: 2 });
    expect(body.data).toMatchObject([
      { recorded_at: new Date(now - 3000).toISOString(), rating_overall: 2, duration_ms: 60_000 },
      { recorded_at: new Date(now - 1000).toISOString(), rating_overall: null, duration_ms: 5000 },
    ]);
    expect((await ask(token, "question/get")).body).toEqual({
      data: [{ uid: one.uid, text: one.text, takes: 2, lastAt: new Date(now - 1000).toISOString() }],
      meta: { total: 1 },
    });
    const stranger = await registerUser(harness());
    expect((await ask(stranger.token, `get?question_id=${one.uid}`)).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await ask(stranger.token, "question/get")).body).toEqual({ data: [], meta: { total: 0 } });
  });

  it("hold ten questions a page", async () => {
    const { token, user } = await registerUser(harness());
    const rows = await sql<{ id: string }[]>`select id from questions where published limit 12`;
    const now = Date.now();
    await insert(
      user.uid,
      rows.flatMap(({ id }, at) => [take(new Date(now - at * 10_000), id), take(new Date(now - at * 10_000 - 5000), id)]),
    );
    const [first, second] = await Promise.all([ask(token, "question/get?page=1"), ask(token, "question/get?page=2")]);
    const uids = [...first.body.data, ...second.body.data].map(({ uid }: { uid: string }) => uid);
    expect(uids).toEqual(rows.map(({ id }) => id));
    expect(first.body.data).toHaveLength(10);
    expect(second.body.meta).toEqual({ total: 12 });
  });
});

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { openLive } from "#tests/factories/live";
import { PLAN, rate, ratedTake, takeOf } from "#tests/factories/plan";
import { PLAN_CHANGED } from "@/features/practice/schedule/events";
import { addDays, dayIn, daysBetween } from "@/lib/days";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

interface Item {
  question_id: string;
  reason: { kind: string; day: string | null; score: number | null };
  minutes: number;
  done: boolean;
  choice: string | null;
}

async function somebody() {
  const person = await registerUser(harness());
  const { questions, category } = await aCategory(harness(), person.token);
  return { ...person, ids: questions.map(({ uid }) => uid), category: category.uid as string };
}
const get = (token: string, path = "/get", query = "") => harness().call("GET", `${PLAN}${path}${query}`, { token });
const post = (token: string, path: string, body: unknown) => harness().call("POST", `${PLAN}${path}`, { token, body });
const dates = (token: string, ...question_ids: (string | undefined)[]) => post(token, "/date/get", { question_ids });
const planOf = async (token: string, query = "") => (await get(token, "/get", query)).body.data;
const queueOf = async (token: string) => (await planOf(token)).queue as Item[];
const choose = (token: string, question_id: string | undefined, choice: string | null) =>
  post(token, "/question/save", { question_id, choice });
const practised = (token: string, question: string | undefined, daysAgo: number, score: number) =>
  ratedTake(harness(), sql, token, question ?? "", daysAgo, score);
const ids = (queue: Item[]) => queue.map(({ question_id }) => question_id);
const today = () => new Date().toISOString().slice(0, 10);

describe("a beginner's plan", () => {
  it("begins with two new questions of different categories, and says nothing of days off", async () => {
    const { token } = await somebody();
    const plan = await planOf(token);
    expect(plan).toMatchObject({ today: today(), interview: null, waiting: 0, light: false, begun: false, streak: { row: 0 } });
    expect(plan.queue).toHaveLength(2);
    expect(new Set(plan.queue.map(({ category }: { category: string }) => category)).size).toBe(2);
    for (const { reason, done, choice } of plan.queue) {
      expect({ reason, done, choice }).toEqual({ reason: { kind: "new", day: null, score: null }, done: false, choice: null });
    }
  });

  it("is the same however often it is looked at, and looking writes nothing", async () => {
    const { token, user } = await somebody();
    const before = await planOf(token);
    for (const path of ["/get", "/forecast/get", "/settings/get", "/question/left-out/get"]) {
      expect((await get(token, path)).status).toBe(200);
    }
    expect((await dates(token, ...ids(before.queue))).status).toBe(200);
    expect(await planOf(token)).toEqual(before);
    for (const table of ["plan_gradings", "plan_schedules", "plan_choices", "plan_settings"]) {
      expect(await sql`select 1 from ${sql(table)} where user_id = ${user.uid}`).toHaveLength(0);
    }
  });
});

describe("today's questions", () => {
  it("come back with the rating that they had, what is most likely forgotten first", async () => {
    const { token, ids: bank } = await somebody();
    await practised(token, bank[0], 30, 4);
    await practised(token, bank[1], 9, 2);
    const known = (await queueOf(token)).filter(({ reason }) => reason.kind === "rated");
    expect(known).toMatchObject([
      { question_id: bank[1], reason: { day: addDays(today(), -9), score: 2 } },
      { question_id: bank[0], reason: { day: addDays(today(), -30), score: 4 } },
    ]);
  });

  it("are one's own", async () => {
    const { token, ids: bank } = await somebody();
    const stranger = await somebody();
    const before = await planOf(token);
    await practised(stranger.token, bank[0], 9, 1);
    await choose(stranger.token, before.queue[0].question_id, "left_out");
    await post(stranger.token, "/settings/save", { newPerDay: 0 });
    expect(await planOf(token)).toEqual(before);
    expect((await dates(token, bank[0])).body).toEqual({ data: [], meta: { total: 0 } });
    expect((await get(token, "/question/left-out/get")).body).toEqual({ data: [], meta: { total: 0 } });
  });

  it("stay in their places while one works through them", async () => {
    const { token, ids: bank } = await somebody();
    for (const [at, score] of [2, 3, 1].entries()) await practised(token, bank[at], 20 + at, score);
    const before = ids(await queueOf(token));
    expect(before.length).toBeGreaterThan(3);
    for (const [at, question] of before.entries()) {
      await practised(token, question, 0, 1 + (at % 5));
      const queue = await queueOf(token);
      expect(ids(queue)).toEqual(before);
      expect(queue.map(({ done }) => done)).toEqual(before.map((_, place) => place <= at));
    }
    expect((await planOf(token)).streak.days.at(-1)).toEqual({ day: today(), practised: true });
  });

  it("keep their reasons while one works through them", async () => {
    const { token, ids: bank } = await somebody();
    await practised(token, bank[0], 9, 2);
    const reason = async () => (await queueOf(token)).find(({ question_id }) => question_id === bank[0])?.reason;
    const before = await reason();
    await practised(token, bank[0], 0, 5);
    expect(await reason()).toEqual(before);
  });

  it("hold what was practised and not rated, until it is", async () => {
    const { token, ids: bank } = await somebody();
    const uid = await takeOf(harness(), sql, token, bank[0] ?? "", 2);
    const find = async () => (await queueOf(token)).find(({ question_id }) => question_id === bank[0]);
    expect(await find()).toMatchObject({ reason: { kind: "unrated", day: addDays(today(), -2), score: null }, done: false });
    await rate(harness(), token, uid, 5);
    expect(await find()).toBeUndefined();
  });

  it("leave out what the bank does not show any more", async () => {
    const { token, ids: bank } = await somebody();
    const retired = bank[9] ?? "";
    await practised(token, retired, 30, 2);
    expect(ids(await queueOf(token))).toContain(retired);
    await sql`update questions set published = false where id = ${retired}`;
    try {
      expect(ids(await queueOf(token))).not.toContain(retired);
      expect((await dates(token, retired)).body.data).toEqual([]);
      expectError(await choose(token, retired, "not_today"), 404, "notFound");
    } finally {
      await sql`update questions set published = true where id = ${retired}`;
    }
    expect(ids(await queueOf(token))).toContain(retired);
  });

  it("wait for the next days when there are too many, and nothing new is begun meanwhile", async () => {
    const { token, ids: bank } = await somebody();
    await post(token, "/settings/save", { minutesPerDay: 5 });
    for (const question of bank.slice(0, 4)) await practised(token, question, 40, 2);
    const plan = await planOf(token);
    expect(plan.waiting).toBe(4 - plan.queue.length);
    expect(plan.waiting).toBeGreaterThan(0);
    expect(plan.queue.map(({ reason }: Item) => reason.kind)).not.toContain("new");
    const { days } = (await get(token, "/forecast/get")).body.data;
    expect(days[1].again).toBeGreaterThan(0);
  });
});

describe("what is wanted otherwise", () => {
  const asOfYesterday = (userId: string) => sql`update plan_choices set day = current_date - 1 where user_id = ${userId}`;

  it("is put off until tomorrow in its place, and not before", async () => {
    const { token, user, ids: bank } = await somebody();
    await practised(token, bank[0], 20, 2);
    const before = ids(await queueOf(token));
    expect((await choose(token, bank[0], "not_today")).body).toEqual({ data: { question_id: bank[0], choice: "not_today" } });
    const queue = await queueOf(token);
    expect(ids(queue)).toEqual(before);
    expect(queue.find(({ question_id }) => question_id === bank[0])?.choice).toBe("not_today");
    expect((await dates(token, bank[0])).body.data).toEqual([{ question_id: bank[0], day: addDays(today(), 1), days: 1 }]);
    await asOfYesterday(user.uid);
    expect((await queueOf(token)).find(({ question_id }) => question_id === bank[0])?.choice).toBeNull();
  });

  it("is left out for good, and can be brought back", async () => {
    const { token, user, ids: bank } = await somebody();
    await practised(token, bank[0], 20, 2);
    await choose(token, bank[0], "left_out");
    expect((await queueOf(token)).find(({ question_id }) => question_id === bank[0])?.choice).toBe("left_out");
    await asOfYesterday(user.uid);
    expect(ids(await queueOf(token))).not.toContain(bank[0]);
    expect((await dates(token, bank[0])).body.data).toEqual([]);
    const listed = (await get(token, "/question/left-out/get")).body;
    expect(listed).toMatchObject({ data: [{ uid: bank[0] }], meta: { total: 1 } });
    await choose(token, bank[0], null);
    expect(ids(await queueOf(token))).toContain(bank[0]);
    expect((await get(token, "/question/left-out/get")).body.meta.total).toBe(0);
  });

  it("is taken back at once, as if it had not been chosen", async () => {
    const { token } = await somebody();
    const before = await planOf(token);
    const [first] = ids(before.queue);
    for (const choice of ["not_today", "left_out"]) {
      await choose(token, first, choice);
      await choose(token, first, null);
      expect(await planOf(token)).toEqual(before);
    }
    await choose(token, first, null);
  });

  it("is one thing, whoever chooses at the same time", async () => {
    const { token, user } = await somebody();
    const [first] = ids(await queueOf(token));
    const answers = await Promise.all(["left_out", "not_today", "left_out", "not_today"].map((choice) => choose(token, first, choice)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await sql`select 1 from plan_choices where user_id = ${user.uid}`).toHaveLength(1);
  });

  it("is of a question that there is", async () => {
    const { token, ids: bank } = await somebody();
    expectError(await choose(token, randomUUID(), "left_out"), 404, "notFound");
    expectIssues(await choose(token, "x", "left_out"), ["question_id"]);
    expectIssues(await choose(token, bank[0], "never"), ["choice"]);
    expectIssues(await post(token, "/question/save", { question_id: bank[0], choice: null, timeZone: "Nowhere" }), ["timeZone"]);
  });
});

describe("the interview", () => {
  const interview = (token: string, ahead: number, company = "Nile Bank") =>
    harness().call("POST", `${PRACTICE}/interview/save`, {
      token,
      body: { company, role: "Analyst", date: addDays(today(), ahead), stage: "final" },
    });
  const inProfile = (token: string, interviewDate: string | null) =>
    harness().call("POST", "/api/user/personalization/account/detail/profile/update", { token, body: { interviewDate } });

  it("is the soonest of the log as long as it is to come, else the profile's", async () => {
    const { token } = await somebody();
    await interview(token, -1, "Past");
    await inProfile(token, addDays(today(), -2));
    expect((await planOf(token)).interview).toBeNull();
    await inProfile(token, addDays(today(), 4));
    expect((await planOf(token)).interview).toEqual({ uid: null, company: null, role: null, date: addDays(today(), 4), days: 4 });
    await interview(token, 9);
    expect((await planOf(token)).interview).toMatchObject({ company: "Nile Bank", role: "Analyst", days: 9 });
    await interview(token, 0, "Today");
    expect((await planOf(token)).interview).toMatchObject({ company: "Today", days: 0 });
  });

  it("that was called off in the log is not steered to by the profile either", async () => {
    const { token } = await somebody();
    await inProfile(token, addDays(today(), 4));
    const { data } = (await interview(token, 4)).body;
    expect((await planOf(token)).interview).toMatchObject({ uid: data.uid, days: 4 });
    await harness().call("POST", `${PRACTICE}/interview/save`, { token, body: { ...data, asked: undefined, outcome: "withdrawn" } });
    expect((await planOf(token)).interview).toBeNull();
  });

  it("changes the plan on the person's other pages as soon as it is kept, and as soon as it is deleted", async () => {
    const { token } = await somebody();
    const live = await openLive(harness().url, token);
    const told = (times: number) =>
      live.within(10_000, () => live.events.filter(({ data }) => data?.json === PLAN_CHANGED).length === times);
    try {
      const { uid } = (await interview(token, 4)).body.data;
      expect(await told(1)).toBe(true);
      await harness().call("POST", `${PRACTICE}/interview/delete`, { token, body: { uid } });
      expect(await told(2)).toBe(true);
    } finally {
      live.close();
    }
  });

  it("is on the person's own day, wherever its clock hangs", async () => {
    const { token, user } = await somebody();
    await sql`update users set time_zone = 'Pacific/Pago_Pago' where id = ${user.uid}`;
    const here = dayIn(new Date(), "Pacific/Pago_Pago");
    const body = {
      company: "Nile Bank",
      role: "Analyst",
      date: addDays(here, 5),
      time: "00:30",
      timeZone: "Pacific/Kiritimati",
      stage: "final",
    };
    const { data } = (await harness().call("POST", `${PRACTICE}/interview/save`, { token, body })).body;
    expect((await planOf(token)).interview).toMatchObject({ uid: data.uid, date: addDays(here, 3), days: 3 });
  });

  it("brings everything once more before it, and is the reason", async () => {
    const { token, ids: bank } = await somebody();
    for (const daysAgo of [60, 40, 10]) await practised(token, bank[0], daysAgo, 5);
    const [own] = (await dates(token, bank[0])).body.data;
    expect(own.days).toBeGreaterThan(7);
    await interview(token, 3);
    const [fitted] = (await dates(token, bank[0])).body.data;
    expect(fitted.days).toBeLessThanOrEqual(1);
    await interview(token, 2);
    expect((await queueOf(token)).find(({ question_id }) => question_id === bank[0])?.reason.kind).toBe("interview");
    expect((await get(token, "/forecast/get")).body.data.days.map((day: { interview: boolean }) => day.interview).indexOf(true)).toBe(2);
  });

  it("that is over changes nothing any more", async () => {
    const { token, ids: bank } = await somebody();
    for (const daysAgo of [60, 40, 10]) await practised(token, bank[0], daysAgo, 5);
    const before = (await dates(token, bank[0])).body;
    await interview(token, -1);
    expect((await dates(token, bank[0])).body).toEqual(before);
  });

  it("leaves its eve and its day for warming up", async () => {
    const { token } = await somebody();
    await interview(token, 1);
    expect(await planOf(token)).toMatchObject({ light: true, queue: [] });
  });
});

describe("the row of days", () => {
  it("goes back as far as it goes, however many takes there were on each day", async () => {
    const { token, user, ids } = await somebody();
    await takeOf(harness(), sql, token, ids[0] ?? "", 0);
    await sql`
      insert into answers (id, user_id, question_id, state, reading_time, answer_time, recorded_at)
      select gen_random_uuid(), user_id, question_id, state, reading_time, answer_time, recorded_at - n * interval '3 hours'
      from answers, generate_series(1, 300) n where user_id = ${user.uid}`;
    const first = dayIn(new Date(Date.now() - 900 * 3_600_000), "UTC");
    expect((await planOf(token)).streak.row).toBe(daysBetween(first, today()) + 1);
    await sql`delete from answers where user_id = ${user.uid} and recorded_at between now() - interval '12 days' and now() - interval '8 days'`;
    // The last take before the gap was less than eight days ago: on the eighth day of the calendar, or the ninth.
    expect([8, 9]).toContain((await planOf(token)).streak.row);
  });
});

describe("a person's own day", () => {
  it("follows the account's zone, else the browser's", async () => {
    const { token } = await somebody();
    const east = (await planOf(token, "?timeZone=Pacific%2FKiritimati")).today;
    const west = (await planOf(token, "?timeZone=Pacific%2FPago_Pago")).today;
    // They are 25 hours apart: never the same day.
    expect(east > west).toBe(true);
    const path = "/api/user/personalization/account/detail/profile/update";
    await harness().call("POST", path, { token, body: { timeZone: "Pacific/Kiritimati" } });
    expect((await planOf(token, "?timeZone=Pacific%2FPago_Pago")).today).toBe(east);
    expectIssues(await get(token, "/get", "?timeZone=Nowhere"), ["timeZone"]);
  });
});

describe("the settings", () => {
  it("are good until somebody chooses, and change by what is given", async () => {
    const { token, category } = await somebody();
    const settings = async () => (await get(token, "/settings/get")).body.data;
    expect(await settings()).toEqual({ categoryIds: null, newPerDay: 2, minutesPerDay: 15, showStreak: true });
    expect((await post(token, "/settings/save", { categoryIds: [category, category], newPerDay: 4 })).body.data).toEqual({
      categoryIds: [category],
      newPerDay: 4,
      minutesPerDay: 15,
      showStreak: true,
    });
    await post(token, "/settings/save", { showStreak: false });
    await post(token, "/settings/save", {});
    expect(await settings()).toEqual({ categoryIds: [category], newPerDay: 4, minutesPerDay: 15, showStreak: false });
    expect((await planOf(token)).streak).toBeNull();
    const { body } = await harness().call("GET", `${PRACTICE}/question/get?category_id=${category}`, { token });
    expect(ids(await queueOf(token))).toEqual(body.data.slice(0, 4).map(({ uid }: { uid: string }) => uid));
    await post(token, "/settings/save", { categoryIds: null });
    expect((await settings()).categoryIds).toBeNull();
  });

  it("are of the categories that are in use: with the last chosen one retired, all of the bank is met again", async () => {
    const { token } = await somebody();
    const [own, other] = [randomUUID(), randomUUID()];
    const settings = async () => (await get(token, "/settings/get")).body.data.categoryIds;
    for (const id of [own, other])
      await sql`insert into categories (id, slug, name, description, position) select ${id}, ${id}, name, description, 900 from categories limit 1`;
    await post(token, "/settings/save", { categoryIds: [own, other] });
    expect(await settings()).toEqual([own, other]);
    expect(await queueOf(token)).toEqual([]);
    await sql`update categories set retired_at = now() where id = ${own}`;
    expect(await settings()).toEqual([other]);
    await sql`update categories set retired_at = now() where id = ${other}`;
    expect(await settings()).toBeNull();
    expect(await queueOf(token)).toHaveLength(2);
    // What comes back is what was chosen.
    await sql`update categories set retired_at = null where id = ${own}`;
    expect(await settings()).toEqual([own]);
    await sql`delete from categories where id in ${sql([own, other])}`;
  });

  it.each([
    [{ minutesPerDay: 4 }, ["minutesPerDay"]],
    [{ minutesPerDay: 61 }, ["minutesPerDay"]],
    [{ newPerDay: -1 }, ["newPerDay"]],
    [{ newPerDay: 11 }, ["newPerDay"]],
    [{ newPerDay: 1.5 }, ["newPerDay"]],
    [{ categoryIds: [] }, ["categoryIds"]],
    [{ categoryIds: ["x"] }, ["categoryIds.0"]],
    [{ categoryIds: ["00000000-0000-4000-8000-000000000000"] }, ["categoryIds"]],
    [{ pace: "fast" }, ["pace"]],
  ])("refuse %j", async (body, fields) => {
    const { token } = await somebody();
    expectIssues(await post(token, "/settings/save", body), fields);
    expect((await get(token, "/settings/get")).body.data.minutesPerDay).toBe(15);
  });
});

describe("the dates", () => {
  it("are of those questions of a page that were rated, the soonest first", async () => {
    const { token, ids: bank } = await somebody();
    await practised(token, bank[0], 0, 4);
    await practised(token, bank[1], 9, 1);
    await practised(token, bank[2], 9, 1);
    expect((await dates(token, bank[0], bank[1], bank[3])).body).toMatchObject({
      data: [{ question_id: bank[1], days: 0, day: today() }, { question_id: bank[0] }],
      meta: { total: 2 },
    });
    const { data } = (await dates(token, bank[0])).body;
    expect(data).toHaveLength(1);
    expect(data[0].days).toBeGreaterThan(0);
    expect(data[0].day).toBe(addDays(today(), data[0].days));
  });

  it("are asked for by name, ten at most", async () => {
    const { token } = await somebody();
    const some = (howMany: number) => Array.from({ length: howMany }, () => randomUUID());
    expect((await dates(token, ...some(10))).body).toEqual({ data: [], meta: { total: 0 } });
    expectIssues(await dates(token, ...some(11)), ["question_ids"]);
    expectIssues(await dates(token), ["question_ids"]);
    expectIssues(await post(token, "/date/get", {}), ["question_ids"]);
  });
});

describe("the forecast", () => {
  it("begins with today and looks two weeks ahead", async () => {
    const { token } = await somebody();
    const { days, unseen } = (await get(token, "/forecast/get")).body.data;
    expect(days).toHaveLength(14);
    expect(unseen).toBe(0);
    const queue = await queueOf(token);
    expect(days[0]).toMatchObject({ day: today(), again: 0, fresh: 2, minutes: queue.reduce((sum, { minutes }) => sum + minutes, 0) });
    expect(days.slice(1).some(({ again }: { again: number }) => again > 0)).toBe(true);
  });
});

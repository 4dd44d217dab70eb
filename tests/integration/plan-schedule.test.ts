import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { expectIssues } from "#tests/factories/catalogues";
import { rate, ratedAs, ratedTake, takeOf } from "#tests/factories/plan";
import { planData } from "@/features/practice/plan/personal-data";
import { gradeMissed, gradeTake } from "@/features/practice/schedule/mutations";
import { replay } from "@/features/practice/schedule/rules";
import { addDays } from "@/lib/days";
import type { PlanGrade } from "@/lib/enums/practice";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2, types: { date: { to: 1082, from: [1082], serialize: String, parse: String } } });
});
afterAll(() => sql.end());

async function somebody(overrides: Record<string, unknown> = {}) {
  const person = await registerUser(harness(), overrides);
  const { questions } = await aCategory(harness(), person.token);
  const ids = questions.map(({ uid }) => uid);
  return { ...person, id: person.user.uid, question: ids[0] ?? "", ids };
}
type Person = Awaited<ReturnType<typeof somebody>>;

const gradings = (person: Person) =>
  sql<{ answer_id: string; day: string; grade: PlanGrade; self: number; peers: number | null; difficulty: string | null }[]>`
    select * from plan_gradings where user_id = ${person.id} order by at, answer_id`;
async function schedule(person: Person, question = person.question) {
  const [row] = await sql`select stability, difficulty, due, last, state, reps, lapses from plan_schedules
    where user_id = ${person.id} and question_id = ${question}`;
  return row ?? null;
}
/** What stands there is what its gradings make of it. */
const expectWorkedOut = async (person: Person) => expect(await schedule(person)).toEqual(replay(await gradings(person)));
const take = (person: Person, daysAgo: number) => takeOf(harness(), sql, person.token, person.question, daysAgo);
const rated = (person: Person, daysAgo: number, score: number) => ratedTake(harness(), sql, person.token, person.question, daysAgo, score);
const today = () => new Date().toISOString().slice(0, 10);

describe("a take that is rated", () => {
  it("is graded as it is saved, and its question scheduled", async () => {
    const person = await somebody();
    const uid = await rated(person, 3, 4);
    expect(await gradings(person)).toMatchObject([
      { answer_id: uid, day: addDays(today(), -3), grade: "good", self: 4, difficulty: null, peers: null },
    ]);
    expect(await schedule(person)).toMatchObject({ last: addDays(today(), -3), reps: 1, lapses: 0, state: "review" });
    await expectWorkedOut(person);
  });

  it("is graded with its record when both come at once", async () => {
    const person = await somebody();
    const uid = randomUUID();
    const body = { uid, question_id: person.question, rate_your_self: ratedAs(2), question_difficulty: "hard" };
    expect((await harness().call("POST", `${PRACTICE}/answer/save`, { token: person.token, body })).status).toBe(200);
    expect(await gradings(person)).toMatchObject([{ answer_id: uid, day: today(), grade: "again", self: 2, difficulty: "hard" }]);
  });

  it("has one grade: rating again takes the place of the first, and nothing drifts", async () => {
    const person = await somebody();
    await rated(person, 20, 4);
    const uid = await rated(person, 5, 5);
    const before = await schedule(person);
    await rate(harness(), person.token, uid, 1);
    expect((await gradings(person)).map(({ grade }) => grade)).toEqual(["good", "again"]);
    await expectWorkedOut(person);
    expect(await schedule(person)).not.toEqual(before);
    for (let times = 0; times < 3; times++) await rate(harness(), person.token, uid, 5);
    expect(await schedule(person)).toEqual(before);
    // Its day stays that of the take.
    expect((await gradings(person)).at(-1)?.day).toBe(addDays(today(), -5));
  });

  it("counts how hard its question was felt to be, also when that is said later", async () => {
    const person = await somebody();
    const uid = await rated(person, 1, 3);
    await harness().call("POST", `${PRACTICE}/answer/save`, { token: person.token, body: { uid, question_difficulty: "easy" } });
    expect(await gradings(person)).toMatchObject([{ grade: "good", difficulty: "easy" }]);
    await harness().call("POST", `${PRACTICE}/answer/save`, { token: person.token, body: { uid, question_difficulty: null } });
    expect(await gradings(person)).toMatchObject([{ grade: "hard", difficulty: null }]);
    await expectWorkedOut(person);
  });

  it("stands where its take stands, whatever was rated first", async () => {
    const person = await somebody();
    const early = await take(person, 30);
    const late = await take(person, 2);
    await rate(harness(), person.token, late, 5);
    await rate(harness(), person.token, early, 2);
    expect((await gradings(person)).map(({ answer_id }) => answer_id)).toEqual([early, late]);
    expect(await schedule(person)).toMatchObject({ last: addDays(today(), -2), reps: 2 });
    await expectWorkedOut(person);
  });

  it("is counted beside others of its question that are rated at the same time", async () => {
    const person = await somebody();
    const uids: string[] = [];
    for (const daysAgo of [40, 30, 20, 10, 1]) uids.push(await take(person, daysAgo));
    const answers = await Promise.all([...uids, ...uids].map((uid, at) => rate(harness(), person.token, uid, 2 + (at % 4))));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(await schedule(person)).toMatchObject({ reps: 5 });
    await expectWorkedOut(person);
  });

  it("is taken out when it is deleted, as if it had never been", async () => {
    const person = await somebody();
    await rated(person, 20, 3);
    const before = await schedule(person);
    const uid = await rated(person, 4, 5);
    const remove = (answer: string) => harness().call("POST", `${PRACTICE}/answer/delete`, { token: person.token, body: { uid: answer } });
    await remove(uid);
    expect(await schedule(person)).toEqual(before);
    const [first] = await gradings(person);
    await remove(first?.answer_id ?? "");
    expect(await schedule(person)).toBeNull();
    expect(await gradings(person)).toHaveLength(0);
  });

  it("is not graded by notes alone", async () => {
    const person = await somebody();
    const uid = await take(person, 1);
    await harness().call("POST", `${PRACTICE}/answer/save`, {
      token: person.token,
      body: { uid, comments: "Slower.", question_difficulty: "hard" },
    });
    expect(await gradings(person)).toHaveLength(0);
    expect(await schedule(person)).toBeNull();
  });
});

describe("the day of a take", () => {
  const at = (uid: string) => sql`update answers set recorded_at = date_trunc('day', now()) - interval '30 minutes' where id = ${uid}`;

  it("is that of the browser's zone, or of the account's where it names one", async () => {
    const person = await somebody();
    const yesterday = addDays(today(), -1);
    const uid = await take(person, 0);
    await at(uid);
    await rate(harness(), person.token, uid, 4, { time_zone: "Africa/Khartoum" });
    expect((await gradings(person))[0]?.day).toBe(today());
    // Rating it again from elsewhere moves nothing.
    await rate(harness(), person.token, uid, 3, { time_zone: "America/New_York" });
    expect((await gradings(person))[0]?.day).toBe(today());

    const settled = await somebody();
    const path = "/api/user/personalization/account/detail/profile/update";
    await harness().call("POST", path, { token: settled.token, body: { timeZone: "America/New_York" } });
    const other = await take(settled, 0);
    await at(other);
    await rate(harness(), settled.token, other, 4, { time_zone: "Africa/Khartoum" });
    expect((await gradings(settled))[0]?.day).toBe(yesterday);
  });

  it("needs a zone that there is", async () => {
    const person = await somebody();
    const uid = await take(person, 0);
    expectIssues(await rate(harness(), person.token, uid, 4, { time_zone: "Mars/Olympus" }), ["time_zone"]);
    expect(await gradings(person)).toHaveLength(0);
  });
});

describe("what peers say", () => {
  const regraded = (userId: string, answerId: string) => harness().app.services.db.transaction((tx) => gradeTake(tx, { userId, answerId }));
  /** Reviews of a take, each with one rating on all scales. */
  const say = async (answerId: string, ...scores: number[]) => {
    for (const score of scores) {
      await sql`insert into peer_reviews (id, answer_id, question_id, state, letter, clarity, logic_relevance, expertise_insight,
          attitude_engagement, rating_overall, good, suggestion, comments, heard_ms)
        select ${randomUUID()}, id, question_id, 'published', 1, ${score}, ${score}, ${score}, ${score}, ${score}, '', '', '[]', 0
        from answers where id = ${answerId}`;
    }
  };

  it("is weighed in by its median, stays when one rates again, and goes with the review", async () => {
    const person = await somebody();
    await rated(person, 20, 4);
    const uid = await rated(person, 5, 5);
    const before = await schedule(person);
    await say(uid, 1, 1, 4);
    await regraded(person.id, uid);
    expect((await gradings(person)).at(-1)).toMatchObject({ self: 5, peers: 1, grade: "hard" });
    await expectWorkedOut(person);
    await rate(harness(), person.token, uid, 4);
    expect((await gradings(person)).at(-1)).toMatchObject({ self: 4, peers: 1, grade: "hard" });
    await rate(harness(), person.token, uid, 5);
    await sql`update peer_reviews set state = 'removed' where answer_id = ${uid}`;
    await regraded(person.id, uid);
    expect(await schedule(person)).toEqual(before);
  });

  it("counts from the moment on in which its maker rates the take, and says nothing of another's", async () => {
    const person = await somebody();
    const stranger = await somebody();
    const unrated = await take(person, 1);
    await say(unrated, 2);
    await regraded(person.id, unrated);
    const own = await rated(stranger, 1, 3);
    await regraded(person.id, own);
    expect(await gradings(person)).toHaveLength(0);
    await rate(harness(), person.token, unrated, 4);
    expect(await gradings(person)).toMatchObject([{ self: 4, peers: 2, grade: "hard" }]);
    expect(await gradings(stranger)).toMatchObject([{ peers: null }]);
  });

  it("goes with the transaction that told it", async () => {
    const person = await somebody();
    const uid = await rated(person, 5, 5);
    await say(uid, 1);
    const failing = harness().app.services.db.transaction(async (tx) => {
      await gradeTake(tx, { userId: person.id, answerId: uid });
      throw new Error("not published after all");
    });
    await expect(failing).rejects.toThrow(/after all/);
    expect(await gradings(person)).toMatchObject([{ peers: null, grade: "easy" }]);
    await expectWorkedOut(person);
  });
});

describe("takes that were rated before there were plans", () => {
  it("are graded by the job, once", async () => {
    const person = await somebody();
    await rated(person, 20, 4);
    await rated(person, 3, 2);
    const before = await schedule(person);
    await sql`delete from plan_gradings where user_id = ${person.id}`;
    await sql`delete from plan_schedules where user_id = ${person.id}`;
    await gradeMissed(harness().app.services);
    expect(await schedule(person)).toEqual(before);
    await gradeMissed(harness().app.services);
    expect(await gradings(person)).toHaveLength(2);
  });
});

describe("a person's data", () => {
  it("holds what the plan knows of them, and of nobody else; it goes with the account", async () => {
    const person = await somebody();
    const stranger = await somebody();
    const uid = await rated(person, 2, 4);
    await rated(stranger, 2, 4);
    const body = { question_id: person.ids[1], choice: "left_out" };
    await harness().call("POST", `${PRACTICE}/plan/question/save`, { token: person.token, body });
    await harness().call("POST", `${PRACTICE}/plan/settings/save`, { token: person.token, body: { minutesPerDay: 30 } });
    const { db, files } = harness().app.services;
    const { data } = await planData.records({ db, files } as never, person.id);
    expect(data).toMatchObject({
      gradings: [{ answerId: uid, questionId: person.question, grade: "good" }],
      schedules: [{ questionId: person.question, reps: 1 }],
      choices: [{ questionId: person.ids[1], choice: "left_out" }],
      settings: { minutesPerDay: 30, newPerDay: 2 },
    });
    expect(JSON.stringify(data)).not.toContain(person.id);
    await planData.erase(db as never, person.id);
    for (const table of ["plan_gradings", "plan_schedules", "plan_choices", "plan_settings"]) {
      expect(await sql`select 1 from ${sql(table)} where user_id = ${person.id}`).toHaveLength(0);
    }
    expect(await schedule(stranger)).not.toBeNull();
  });
});

describe("what cannot be", () => {
  it("is refused by the database, too", async () => {
    const person = await somebody();
    await rated(person, 2, 4);
    const own = sql`user_id = ${person.id}`;
    for (const wrong of ["stability = 0", "difficulty = 11", "reps = 0", "lapses = -1", "due = last"])
      await expect(sql`update plan_schedules set ${sql.unsafe(wrong)} where ${own}`).rejects.toThrow(/check/);
    for (const wrong of ["self = 0", "self = 6", "peers = 6"])
      await expect(sql`update plan_gradings set ${sql.unsafe(wrong)} where ${own}`).rejects.toThrow(/check/);
  });
});

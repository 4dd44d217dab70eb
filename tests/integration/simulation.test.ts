import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, answerDetail, PRACTICE, RATINGS } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { begun, bring, planned, running, SIMULATION, type Sitting, sat, takeFor } from "#tests/factories/simulations";
import { practiceData } from "@/features/practice/personal-data";
import { simulationsData } from "@/features/practice/simulations/personal-data";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const post = (token: string | undefined, path: string, body: unknown) => harness().call("POST", `${SIMULATION}/${path}`, { token, body });
const get = (token: string | undefined, path: string) => harness().call("GET", `${SIMULATION}/${path}`, { token });
const report = async (token: string, uid: string) => (await get(token, `report/get?uid=${uid}`)).body.data;
const person = () => registerUser(harness());
const takes = (uid: string) => sql`select standing, position from simulation_takes where simulation_id = ${uid} order by standing`;

describe("a set", () => {
  it("is drawn in an order that stays, and hides its questions until they are given out", async () => {
    const { token } = await person();
    const set = await planned(harness(), token, { questions: 5 });
    expect(set.places.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5]);
    expect(set.places.every(({ question, begunMs }) => question === null && begunMs === null)).toBe(true);
    const before = await sql`select position, question_id from simulation_places where simulation_id = ${set.uid} order by position`;
    await post(token, "start", { uid: set.uid });
    const first = await begun(harness(), token, set.uid, 1);
    expect(first).toBe(before[0]?.question_id);
    const { data } = (await get(token, `detail/get?uid=${set.uid}`)).body as { data: Sitting };
    expect(data.places.map(({ question }) => question?.uid ?? null)).toEqual([first, null, null, null, null]);
  });

  it("comes from the chosen categories, with each question's own times unless they are given", async () => {
    const { token } = await person();
    const { category } = await aCategory(harness(), token);
    const { uid } = await planned(harness(), token, { categories: [category.uid], readingTime: undefined, answerTime: 2 });
    const rows = await sql`select q.category_id, q.reading_time = p.reading_time as own, p.answer_time
      from simulation_places p join questions q on q.id = p.question_id where p.simulation_id = ${uid}`;
    expect(rows.every((row) => row.category_id === category.uid && row.own && row.answer_time === 2)).toBe(true);
    expectError(await post(token, "plan", { questions: 3, categories: [randomUUID()] }), 422, "tooFewQuestions", "en", { count: 0 });
  });

  it.each([
    ["too few", { questions: 2 }, ["questions"]],
    ["too many", { questions: 11 }, ["questions"]],
    ["odd times", { questions: 3, readingTime: 0.7 }, ["readingTime"]],
    ["no category's id", { questions: 3, categories: ["x"] }, ["categories.0"]],
  ])("of %s is refused", async (_, input, fields) => {
    expectIssues(await post((await person()).token, "plan", input), fields);
  });

  it("takes the place of one that was not started, and none while one runs, however many are asked for at once", async () => {
    const { token, user } = await person();
    await Promise.all([1, 2, 3, 4].map(() => planned(harness(), token)));
    const [row, ...others] = await sql`select id, state from simulations where user_id = ${user.uid}`;
    expect(others).toEqual([]);
    const starts = await Promise.all([1, 2, 3, 4].map(() => post(token, "start", { uid: row?.id })));
    expect(starts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expectError(await post(token, "plan", { questions: 3 }), 409, "simulationRunning");
    expect((await get(token, "running/get")).body.data.uid).toBe(row?.id);
    await expect(
      sql`insert into simulations (id, user_id, state, started_at) values (${randomUUID()}, ${user.uid}, 'running', now())`,
    ).rejects.toThrow(/simulations_running_key/);
  });
});

describe("the run", () => {
  it("gives out one question after the other, and the same one again as it was", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    expectError(await post(token, "question/begin", { uid, position: 2 }), 409, "wrongState");
    await begun(harness(), token, uid, 1);
    const [{ begun_at: at } = { begun_at: null }] =
      await sql`select begun_at from simulation_places where simulation_id = ${uid} and position = 1`;
    await begun(harness(), token, uid, 1);
    const again = await sql`select begun_at from simulation_places where simulation_id = ${uid} and position = 1`;
    expect(again[0]?.begun_at).toEqual(at);
    await begun(harness(), token, uid, 2);
    expectError(await post(token, "question/begin", { uid, position: 1 }), 409, "wrongState");
    expectError(await post(token, "finish", { uid }), 409, "wrongState");
  });

  it("asks another question where one has been taken out of the bank since the draw", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const [place] = await sql`select question_id from simulation_places where simulation_id = ${uid} and position = 1`;
    await sql`update questions set published = false where id = ${place?.question_id}`;
    try {
      const asked = await begun(harness(), token, uid, 1);
      expect(asked).not.toBe(place?.question_id);
      const [same] = await sql`select a.category_id = b.category_id as same from questions a, questions b
        where a.id = ${asked} and b.id = ${place?.question_id}`;
      expect(same?.same).toBe(true);
    } finally {
      await sql`update questions set published = true where id = ${place?.question_id}`;
    }
  });

  it("gives such a question its own times, but for those that all of the set have", async () => {
    const { token } = await person();
    const { uid } = await planned(harness(), token, { readingTime: undefined, answerTime: 4.5 });
    // As if each question of the draw had had a time of its own.
    await sql`update simulation_places set reading_time = position + 100 where simulation_id = ${uid}`;
    await post(token, "start", { uid });
    const [place] = await sql`select question_id from simulation_places where simulation_id = ${uid} and position = 1`;
    await sql`update questions set published = false where id = ${place?.question_id}`;
    try {
      await begun(harness(), token, uid, 1);
      const [now] = await sql`select p.reading_time = q.reading_time as own, p.answer_time from simulation_places p
        join questions q on q.id = p.question_id where p.simulation_id = ${uid} and p.position = 1`;
      expect(now).toEqual({ own: true, answer_time: 4.5 });
    } finally {
      await sql`update questions set published = true where id = ${place?.question_id}`;
    }
  });

  it("keeps the answer to a question that was taken out while it was answered", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const question = await begun(harness(), token, uid, 1);
    await sql`update questions set published = false where id = ${question}`;
    try {
      const saved = await bring(harness(), token, takeFor(uid, 1, question));
      expect(saved.body.data.mode).toBe("simulation");
    } finally {
      await sql`update questions set published = true where id = ${question}`;
    }
  });

  it("keeps the times of its place, whatever is said of them with its answer, then or later", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const take = takeFor(uid, 1, await begun(harness(), token, uid, 1), { reading_time: 60, answer_time: 60 });
    const planned = { mode: "simulation", reading_time: 0.5, answer_time: 0.5 };
    expect((await bring(harness(), token, take)).body.data).toMatchObject(planned);
    expect((await bring(harness(), token, take)).body.data).toMatchObject(planned);
    const change = { uid: take.uid, reading_time: 60, answer_time: 60, comments: "Slower." };
    expect((await bring(harness(), token, change)).body.data).toMatchObject({ ...planned, comments: "Slower." });
  });

  it("can be left, and what was recorded stays", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const take = takeFor(uid, 1, await begun(harness(), token, uid, 1));
    await bring(harness(), token, take);
    expect((await post(token, "leave", { uid })).body.data.state).toBe("abandoned");
    expect((await post(token, "leave", { uid })).body.data.state).toBe("abandoned");
    expectError(await post(token, "finish", { uid }), 409, "wrongState");
    expectError(await post(token, "question/begin", { uid, position: 2 }), 409, "wrongState");
    const { places } = await report(token, uid);
    expect(
      places.map(({ question, take: one }: { question: unknown; take: { uid: string } | null }) => [question !== null, one?.uid ?? null]),
    ).toEqual([
      [true, take.uid],
      [false, null],
      [false, null],
    ]);
    expect((await get(token, "running/get")).body.data).toBeNull();
  });
});

describe("one take for each place", () => {
  it("of twenty that are brought at once one counts, and none is lost", async () => {
    const { token, user } = await person();
    const { uid } = await running(harness(), token);
    const question = await begun(harness(), token, uid, 1);
    await sql`update simulation_places set begun_at = now() - interval '5 seconds' where simulation_id = ${uid} and position = 1`;
    const all = Array.from({ length: 20 }, () => takeFor(uid, 1, question));
    const saved = await Promise.all(all.map((take) => bring(harness(), token, take)));
    expect(saved.map(({ status }) => status)).toEqual(all.map(() => 200));
    expect(saved.filter(({ body }) => body.data.mode === "simulation")).toHaveLength(1);
    expect(await sql`select from answers where user_id = ${user.uid}`).toHaveLength(20);
    expect((await takes(uid)).map(({ standing }) => standing)).toEqual(["counted", ...Array(19).fill("second")]);
    await post(token, "leave", { uid });
    const [first] = (await report(token, uid)).places;
    expect(first.others).toHaveLength(19);
    await expect(sql`update simulation_takes set standing = 'counted' where simulation_id = ${uid}`).rejects.toThrow(
      /simulation_takes_counted_key/,
    );
  });

  it("the same take that is brought twenty times at once counts once, and again later changes nothing", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const take = takeFor(uid, 1, await begun(harness(), token, uid, 1));
    const saved = await Promise.all(Array.from({ length: 20 }, () => bring(harness(), token, take)));
    expect(saved.every(({ status, body }) => status === 200 && body.data.mode === "simulation")).toBe(true);
    expect((await bring(harness(), token, { ...take, rate_your_self: RATINGS })).body.data.rate_your_self).toEqual(RATINGS);
    expect(await takes(uid)).toHaveLength(1);
    // Its device has mended it since, and it is a little shorter than it was measured.
    const mended = {
      ...takeFor(uid, 1, take.question_id).recording,
      size: take.recording.size - 1,
      duration_ms: take.recording.duration_ms - 700,
    };
    expect((await bring(harness(), token, { ...take, recording: mended })).body.data.recording).toMatchObject(mended);
    const other = { ...takeFor(uid, 1, take.question_id).recording, duration_ms: take.recording.duration_ms * 2 };
    expectError(await bring(harness(), token, { ...take, recording: other }), 409, "recordingMismatch");
  });

  it("one that is too late is kept as practice, and the report says so", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const question = await begun(harness(), token, uid, 1);
    const late = takeFor(uid, 1, question, { simulation: { uid, position: 1, started_after_ms: 200_000 } });
    expect((await bring(harness(), token, late)).body.data.mode).toBe("practice");
    // Saving it once more, as an upload that is tried again does, is no error.
    expect((await bring(harness(), token, late)).status).toBe(200);
    const inTime = takeFor(uid, 1, question);
    expect((await bring(harness(), token, inTime)).body.data.mode).toBe("simulation");
    await post(token, "leave", { uid });
    const [place] = (await report(token, uid)).places;
    expect(place.take.uid).toBe(inTime.uid);
    expect(place.others).toEqual([{ uid: late.uid, standing: "late" }]);
  });

  it("what was recorded before the next question counts, however late it comes; what was recorded after does not", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    const question = await begun(harness(), token, uid, 1);
    await begun(harness(), token, uid, 2);
    await sql`update simulation_places set begun_at = now() - case position when 1 then interval '2 hours' else interval '119 minutes' end
      where simulation_id = ${uid} and position < 3`;
    const after = takeFor(uid, 1, question, { simulation: { uid, position: 1, started_after_ms: 44_000 } });
    after.recording.duration_ms = 31_000;
    expect((await bring(harness(), token, after)).body.data.mode).toBe("practice");
    const before = takeFor(uid, 1, question, { simulation: { uid, position: 1, started_after_ms: 20_000 } });
    before.recording.duration_ms = 30_000;
    expect((await bring(harness(), token, before)).body.data.mode).toBe("simulation");
  });

  it("what answers no place of one's own is kept as practice", async () => {
    const { token } = await person();
    const other = await person();
    const { uid } = await running(harness(), other.token);
    const question = await begun(harness(), other.token, uid, 1);
    for (const simulation of [uid, randomUUID()]) {
      const saved = await bring(harness(), token, takeFor(simulation, 1, question));
      expect([saved.status, saved.body.data.mode]).toEqual([200, "practice"]);
    }
    expect(await takes(uid)).toHaveLength(0);
    // A question that was never given out cannot have been answered.
    const [second] = await sql`select question_id from simulation_places where simulation_id = ${uid} and position = 2`;
    expect((await bring(harness(), other.token, takeFor(uid, 2, second?.question_id))).body.data.mode).toBe("practice");
  });
});

describe("the report", () => {
  it("tells of each place, and means over what was rated, beside the simulations before", async () => {
    const { token } = await person();
    const low = Object.fromEntries(Object.keys(RATINGS).map((scale) => [scale, 1])) as typeof RATINGS;
    await sat(harness(), token, low);
    const { uid, answers } = await sat(harness(), token);
    const told = await report(token, uid);
    expect(told.means).toEqual(RATINGS);
    expect(told.earlier).toEqual({ simulations: 1, means: low });
    expect(told.spokenMs).toBe(2000);
    expect(told.places.map(({ take }: { take: { uid: string } | null }) => take?.uid ?? null)).toEqual([...answers, null]);
    const { data, meta } = (await get(token, "get?page=1")).body;
    expect(meta.total).toBe(2);
    expect(data[0]).toMatchObject({ uid, state: "finished", questions: 3, answered: 2, rated: 1, overall: RATINGS.rating_overall });
    expect((await get(token, "get?page=2")).body).toEqual({ data: [], meta: { total: 2 } });
  });

  it("has no means where nothing is rated, and none over deleted answers", async () => {
    const { token } = await person();
    const { uid, answers } = await sat(harness(), token);
    await harness().call("POST", `${PRACTICE}/answer/delete`, { token, body: { uid: answers[0] } });
    const told = await report(token, uid);
    expect([told.means, told.earlier]).toEqual([null, null]);
    expect(told.places[0].take).toMatchObject({ uid: answers[0], state: "deleted" });
    expect((await get(token, "get")).body.data[0]).toMatchObject({ answered: 1, rated: 0, overall: null });
  });

  it("is there once it is over", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    expectError(await get(token, `report/get?uid=${uid}`), 409, "wrongState");
  });
});

describe("strangers", () => {
  it("find nothing", async () => {
    const owner = await person();
    const { uid } = await sat(harness(), owner.token);
    const { token } = await person();
    for (const path of ["start", "finish", "leave", "delete"]) expectError(await post(token, path, { uid }), 404, "notFound");
    expectError(await post(token, "question/begin", { uid, position: 1 }), 404, "notFound");
    for (const path of ["detail", "report"]) expectError(await get(token, `${path}/get?uid=${uid}`), 404, "notFound");
    expect((await get(token, "get")).body).toEqual({ data: [], meta: { total: 0 } });
    expectError(await post(undefined, "plan", { questions: 3 }), 401, "unauthorized");
  });
});

describe("deleting", () => {
  it("leaves the answers, unless they are meant, too; and nothing that did not count", async () => {
    const { token, user } = await person();
    const first = await sat(harness(), token);
    expect((await post(token, "delete", { uid: first.uid })).body.data).toEqual({ deleted: true });
    expectError(await get(token, `report/get?uid=${first.uid}`), 404, "notFound");
    expect((await answerDetail(harness(), token, first.answers[0] ?? "")).mode).toBe("simulation");
    const second = await sat(harness(), token);
    const [place] = (await report(token, second.uid)).places;
    const spare = takeFor(second.uid, 1, place.question.uid);
    await bring(harness(), token, spare);
    await post(token, "delete", { uid: second.uid, answers: true });
    const left = await sql`select id from answers where user_id = ${user.uid} and deleted_at is null order by created_at`;
    expect(left.map(({ id }) => id)).toEqual([...first.answers, spare.uid]);
    // A take that was still on a device when its simulation went comes in as practice.
    const lateComer = await bring(harness(), token, takeFor(second.uid, 2, place.question.uid));
    expect([lateComer.status, lateComer.body.data.mode]).toEqual([200, "practice"]);
  });

  it("waits until it is over", async () => {
    const { token } = await person();
    const { uid } = await running(harness(), token);
    expectError(await post(token, "delete", { uid }), 409, "wrongState");
  });
});

describe("a person's data", () => {
  it("holds their simulations, and not those of others; they go with the account", async () => {
    const { token, user } = await person();
    const other = await person();
    const { uid, answers } = await sat(harness(), token);
    const theirs = await sat(harness(), other.token);
    const { db, files } = harness().app.services;
    const { data } = await simulationsData.records({ db, files } as never, user.uid);
    expect(data).toMatchObject([{ id: uid, state: "finished", places: [1, 2, 3].map((position) => ({ position })) }]);
    const [told] = data as { places: { takes: unknown[] }[] }[];
    expect(told?.places.map((place) => place.takes)).toEqual([...answers.map((answerId) => [{ answerId, standing: "counted" }]), []]);
    expect(await simulationsData.count(db as never, user.uid)).toEqual({ simulations: 1 });
    await simulationsData.erase(db as never, user.uid);
    await practiceData.erase(db as never, user.uid);
    expect(await sql`select from simulations where user_id = ${user.uid}`).toHaveLength(0);
    expect(await takes(uid)).toHaveLength(0);
    expect(await takes(theirs.uid)).toHaveLength(2);
  });
});

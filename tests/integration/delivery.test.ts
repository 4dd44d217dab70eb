import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, capturedAnswer, PRACTICE, RATINGS, recordingOf } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { deliveryOf, SILENT } from "#tests/factories/deliveries";
import { practiceData } from "@/features/practice/personal-data";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const D = `${PRACTICE}/answer/delivery`;
const post = (path: string, token: string | undefined, body: unknown) => harness().call("POST", path, { token, body });
const save = (token: string | undefined, body: unknown) => post(`${D}/save`, token, body);
const get = (token: string | undefined, uid: string) => harness().call("GET", `${D}/get?uid=${uid}`, { token });
const rows = (uid: string) => sql`select * from answer_deliveries where answer_id = ${uid}`;

async function anAnswer() {
  const person = await registerUser(harness());
  return { ...person, ...(await capturedAnswer(harness(), person.token)) };
}

describe("how an answer was spoken", () => {
  it("is kept, and read as it was measured", async () => {
    const { token, uid } = await anAnswer();
    expect((await get(token, uid)).body).toEqual({ data: { delivery: null, usual: null } });
    const delivery = deliveryOf(uid);
    const saved = await save(token, delivery);
    expect(saved.status).toBe(200);
    expect(saved.body.data).toEqual({ delivery: { ...delivery, pausedMs: 5000 }, usual: null });
    expect((await get(token, uid)).body).toEqual(saved.body);
  });

  it("is measured again in the place of what was there", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    await Promise.all([1, 2, 3].map((syllables) => save(token, deliveryOf(uid, { syllables: 190 + syllables }))));
    expect(await rows(uid)).toHaveLength(1);
    await save(token, deliveryOf(uid, { syllables: 210 }));
    expect((await get(token, uid)).body.data.delivery.syllables).toBe(210);
  });

  it("may be that nobody speaks", async () => {
    const { token, uid } = await anAnswer();
    expect((await save(token, deliveryOf(uid, SILENT))).body.data.delivery).toMatchObject({ ...SILENT, pausedMs: 0 });
  });

  it("is measured anew when it was measured in an older way, which is not compared either", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    await sql`update answer_deliveries set version = 999 where answer_id = ${uid}`;
    expect((await get(token, uid)).body.data.delivery).toBeNull();
    expectError(await save(token, deliveryOf(uid, { version: 999 })), 409, "wrongState");
  });

  it("goes with a recording that is replaced", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    const { recording } = recordingOf(6000);
    expect((await post(`${PRACTICE}/answer/save`, token, { uid, recording })).status).toBe(200);
    expect((await get(token, uid)).body.data.delivery).toBeNull();
  });

  it("stays when the answer is rated", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    await post(`${PRACTICE}/answer/save`, token, { uid, rate_your_self: RATINGS });
    expect((await get(token, uid)).body.data.delivery).not.toBeNull();
  });
});

describe("what is refused", () => {
  it("strangers, and answers that are not there", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    const stranger = await registerUser(harness());
    for (const other of [uid, randomUUID()]) {
      expectError(await get(stranger.token, other), 404, "notFound");
      expectError(await save(stranger.token, deliveryOf(other, { syllables: 1 })), 404, "notFound");
    }
    expectError(await get(undefined, uid), 401, "unauthorized");
    expectError(await save(undefined, deliveryOf(uid)), 401, "unauthorized");
    expect((await get(token, uid)).body.data.delivery.syllables).toBe(200);
  });

  it("a deleted answer, from which all of it is gone", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    await post(`${PRACTICE}/answer/delete`, token, { uid });
    expect(await rows(uid)).toHaveLength(0);
    expectError(await get(token, uid), 404, "notFound");
    expectError(await save(token, deliveryOf(uid)), 404, "notFound");
    expect(await rows(uid)).toHaveLength(0);
  });

  it("an answer without a recording", async () => {
    const { token } = await registerUser(harness());
    const question_id = await aQuestion(harness(), token);
    const uid = randomUUID();
    await post(`${PRACTICE}/answer/save`, token, { uid, question_id });
    expectError(await save(token, deliveryOf(uid)), 409, "wrongState");
  });

  it("a length that is not the recording's", async () => {
    const { token, uid } = await anAnswer();
    expectError(await save(token, deliveryOf(uid, { durationMs: 80_000 })), 409, "recordingMismatch");
    expectError(await save(token, deliveryOf(uid, { durationMs: 56_000, ...SILENT })), 409, "recordingMismatch");
    expect((await save(token, deliveryOf(uid, { durationMs: 62_000 }))).status).toBe(200);
  });

  it.each([
    ["more speech than there is time", { speakingMs: 58_000 }, ["speakingMs"]],
    ["pauses out of order", { pauses: [...deliveryOf("").pauses].reverse() }, ["speakingMs"]],
    ["a negative time", { onsetMs: -1 }, ["onsetMs"]],
    ["a fraction of a syllable", { syllables: 1.5 }, ["syllables"]],
    ["no waveform", { peaks: [] }, ["peaks"]],
    ["too fine a waveform", { peaks: Array.from({ length: 601 }, () => 1) }, ["peaks"]],
    ["a bar that is too high", { peaks: [256] }, ["peaks.0"]],
    ["a loudness beyond what there is", { loudness: { medianDb: 40, rangeDb: 1 } }, ["loudness.medianDb"]],
    ["something else", { grade: 5 }, ["grade"]],
  ])("%s", async (_, change, fields) => {
    const { token, uid } = await anAnswer();
    expectIssues(await save(token, deliveryOf(uid, change)), fields);
    expect(await rows(uid)).toHaveLength(0);
  });

  it("what cannot be, by the database too", async () => {
    const { token, uid } = await anAnswer();
    await save(token, deliveryOf(uid));
    for (const wrong of [
      "speaking_ms = 0",
      "onset_ms = null",
      "paused_ms = 60000",
      "duration_ms = 0",
      "peaks = ''",
      "loudness_db = 50",
      "pauses = '{}'",
    ])
      await expect(sql.unsafe(`update answer_deliveries set ${wrong} where answer_id = '${uid}'`)).rejects.toThrow(/check/);
  });
});

describe("what somebody usually does", () => {
  const another = async (token: string, change: Record<string, unknown> = {}) => {
    const { uid } = await capturedAnswer(harness(), token);
    await save(token, deliveryOf(uid, change));
    return uid;
  };

  it("is the middle of their other takes, from three on, and of nobody else's", async () => {
    const { token, uid } = await anAnswer();
    const stranger = await registerUser(harness());
    for (let takes = 0; takes < 4; takes++) await another(stranger.token, { syllables: 20 });
    await save(token, deliveryOf(uid, { syllables: 500 }));
    await another(token, { syllables: 150 });
    await another(token, { syllables: 250 });
    expect((await get(token, uid)).body.data.usual).toBeNull();
    // Silence says nothing of anybody.
    await another(token, SILENT);
    expect((await get(token, uid)).body.data.usual).toBeNull();
    const last = await another(token, { syllables: 200, onsetMs: 2000 });
    expect((await get(token, uid)).body.data.usual).toEqual({
      takes: 3,
      onsetMs: 1000,
      pausedShare: 5000 / 55_000,
      rate: 4,
      loudnessRangeDb: 14.25,
      speakingMs: 50_000,
    });
    // What is deleted is not remembered in it.
    await post(`${PRACTICE}/answer/delete`, token, { uid: last });
    expect((await get(token, uid)).body.data.usual).toBeNull();
  });
});

describe("a person's data", () => {
  it("holds how they spoke, and not how others did; it goes with the account", async () => {
    const { token, user, uid } = await anAnswer();
    const stranger = await anAnswer();
    await save(token, deliveryOf(uid));
    await save(stranger.token, deliveryOf(stranger.uid));
    const { db, files } = harness().app.services;
    const { data } = await practiceData.records({ db, files } as never, user.uid);
    expect((data as { deliveries: unknown[] }).deliveries).toEqual([
      expect.objectContaining({ answerId: uid, syllables: 200, pauses: deliveryOf(uid).pauses, peaks: deliveryOf(uid).peaks }),
    ]);
    await practiceData.erase(db as never, user.uid);
    expect(await rows(uid)).toHaveLength(0);
    expect(await rows(stranger.uid)).toHaveLength(1);
  });
});

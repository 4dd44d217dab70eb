import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aQuestion, capturedAnswer, PRACTICE, recordingOf } from "#tests/factories/answers";
import { expectError, expectIssues } from "#tests/factories/catalogues";
import { MARKS } from "#tests/factories/deliveries";
import { practiceData } from "@/features/practice/personal-data";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const S = `${PRACTICE}/answer/star`;
const post = (path: string, token: string | undefined, body: unknown) => harness().call("POST", path, { token, body });
const save = (token: string | undefined, uid: string, marks: unknown) => post(`${S}/save`, token, { uid, marks });
const get = (token: string | undefined, uid: string) => harness().call("GET", `${S}/get?uid=${uid}`, { token });
const rows = (uid: string) => sql`select * from answer_star_marks where answer_id = ${uid}`;

async function anAnswer() {
  const person = await registerUser(harness());
  return { ...person, ...(await capturedAnswer(harness(), person.token)) };
}

describe("the marks of a story", () => {
  it("are kept with their shares, changed as a whole, and cleared", async () => {
    const { token, uid } = await anAnswer();
    const nothing = ["situation", "task", "action", "result"].map((part) => ({ part, ms: 0, percent: 0 }));
    expect((await get(token, uid)).body).toEqual({ data: { marks: [], shares: nothing } });
    const saved = await save(token, uid, MARKS);
    expect(saved.status).toBe(200);
    expect(saved.body.data).toEqual({
      marks: MARKS,
      shares: [
        { part: "situation", ms: 8000, percent: 14 },
        { part: "task", ms: 6000, percent: 10 },
        { part: "action", ms: 30_000, percent: 53 },
        { part: "result", ms: 13_000, percent: 23 },
      ],
    });
    expect((await get(token, uid)).body).toEqual(saved.body);
    expect((await save(token, uid, MARKS.slice(2))).body.data.marks).toEqual(MARKS.slice(2));
    expect((await save(token, uid, [])).body.data.marks).toEqual([]);
    expect(await rows(uid)).toHaveLength(0);
  });

  it("are not written over unseen, where it is said what was seen", async () => {
    const { token, uid } = await anAnswer();
    const upon = (seen: unknown, marks: unknown) => post(`${S}/save`, token, { uid, marks, seen });
    expect((await upon([], MARKS)).status).toBe(200);
    const refused = await upon([], MARKS.slice(1));
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "conflict", current: { marks: MARKS } });
    expect((await get(token, uid)).body.data.marks).toEqual(MARKS);
    // What was done is done, whatever was seen before it.
    expect((await upon([], MARKS)).status).toBe(200);
    expect((await upon(MARKS, MARKS.slice(1))).body.data.marks).toEqual(MARKS.slice(1));
  });

  it("are those of one save, however many come at once", async () => {
    const { token, uid } = await anAnswer();
    await Promise.all([MARKS, MARKS.slice(1), MARKS.slice(2), MARKS].map((marks) => save(token, uid, marks)));
    const { marks } = (await get(token, uid)).body.data;
    expect([MARKS, MARKS.slice(1), MARKS.slice(2)]).toContainEqual(marks);
  });

  it("go with a recording that is replaced, and with an answer that is deleted", async () => {
    const { token, uid } = await anAnswer();
    await save(token, uid, MARKS);
    await post(`${PRACTICE}/answer/save`, token, { uid, recording: recordingOf(6000).recording });
    expect(await rows(uid)).toHaveLength(0);
    await save(token, uid, MARKS);
    await post(`${PRACTICE}/answer/delete`, token, { uid });
    expect(await rows(uid)).toHaveLength(0);
    expectError(await get(token, uid), 404, "notFound");
    expectError(await save(token, uid, MARKS), 404, "notFound");
  });
});

describe("what is refused", () => {
  it("strangers, and answers that are not there", async () => {
    const { token, uid } = await anAnswer();
    await save(token, uid, MARKS);
    const stranger = await registerUser(harness());
    for (const other of [uid, randomUUID()]) {
      expectError(await get(stranger.token, other), 404, "notFound");
      expectError(await save(stranger.token, other, []), 404, "notFound");
    }
    expectError(await save(undefined, uid, []), 401, "unauthorized");
    expect(await rows(uid)).toHaveLength(MARKS.length);
  });

  it("an answer without a recording, and marks behind its end", async () => {
    const { token, uid } = await anAnswer();
    expectError(await save(token, uid, [{ part: "task", startMs: 0, endMs: 70_000 }]), 409, "recordingMismatch");
    const bare = randomUUID();
    await post(`${PRACTICE}/answer/save`, token, { uid: bare, question_id: await aQuestion(harness(), token) });
    expectError(await save(token, bare, MARKS), 409, "wrongState");
  });

  const mark = (startMs: number, endMs: number, part = "task") => ({ part, startMs, endMs });
  it.each([
    ["marks that overlap", [mark(0, 5000), mark(4000, 6000)], ["marks"]],
    ["marks out of order", [mark(5000, 6000), mark(0, 1000)], ["marks"]],
    ["a mark without length", [mark(1000, 1000)], ["marks"]],
    ["a mark before the beginning", [mark(-1, 1000)], ["marks", "marks.0.startMs"]],
    ["another part", [mark(0, 1000, "moral")], ["marks.0.part"]],
    ["too many", Array.from({ length: 61 }, (_, at) => mark(at * 10, at * 10 + 10)), ["marks"]],
    ["no list", "S", ["marks"]],
  ])("%s", async (_, marks, fields) => {
    const { token, uid } = await anAnswer();
    expectIssues(await save(token, uid, marks), fields);
    expect(await rows(uid)).toHaveLength(0);
  });

  it("what cannot be, by the database too", async () => {
    const { uid } = await anAnswer();
    const insert = (start: number, end: number) => sql`insert into answer_star_marks values (${uid}, ${start}, ${end}, 'task')`;
    await expect(insert(-1, 5)).rejects.toThrow(/check/);
    await expect(insert(5, 5)).rejects.toThrow(/check/);
    await insert(0, 5);
    await expect(insert(0, 9)).rejects.toThrow(/duplicate/);
  });
});

describe("a person's data", () => {
  it("holds their marks, and not those of others; they go with the account", async () => {
    const { token, user, uid } = await anAnswer();
    const stranger = await anAnswer();
    await save(token, uid, MARKS);
    await save(stranger.token, stranger.uid, MARKS);
    const { db, files } = harness().app.services;
    const { data } = await practiceData.records({ db, files } as never, user.uid);
    expect((data as { starMarks: unknown[] }).starMarks).toEqual(MARKS.map((mark) => ({ answerId: uid, ...mark })));
    await practiceData.erase(db as never, user.uid);
    expect(await rows(uid)).toHaveLength(0);
    expect(await rows(stranger.uid)).toHaveLength(MARKS.length);
  });
});

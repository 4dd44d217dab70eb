import { randomBytes, randomUUID } from "node:crypto";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { registerUser, useHarness } from "#tests/config/harness";
import { aCategory, PRACTICE } from "#tests/factories/answers";
import { expectIssues } from "#tests/factories/catalogues";
import { aTake } from "#tests/factories/peer-review";
import { PLAN, ratedAs } from "#tests/factories/plan";
import { practiceData } from "@/features/practice/personal-data";
import { addDays } from "@/lib/days";
import { migrateDatabase } from "@/server/db/migrate";

const harness = useHarness();
let sql: postgres.Sql;
beforeAll(() => {
  sql = postgres(harness().databaseUrl, { max: 2 });
});
afterAll(() => sql.end());

const DAY_MS = 86_400_000;
const today = () => new Date().toISOString().slice(0, 10);
/** The same moment of the day, some days ago. */
const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();

async function somebody() {
  const person = await registerUser(harness());
  const { questions } = await aCategory(harness(), person.token);
  const [question = "", other = ""] = questions.map(({ uid }) => uid);
  const get = async (path: string) => (await harness().call("GET", path, { token: person.token })).body;
  /** A take that arrives now. */
  const arrives = async (recorded_at?: string, more: Record<string, unknown> = {}) => {
    const body = { uid: randomUUID(), question_id: question, recorded_at, ...more };
    return harness().call("POST", `${PRACTICE}/answer/save`, { token: person.token, body });
  };
  return { ...person, question, other, get, arrives };
}
type Told = { uid: string; recorded_at: string; created_at: string };

describe("takes that waited for a network", () => {
  it("stand in the order in which they were made, whichever arrived first", async () => {
    const { get, arrives, question } = await somebody();
    const made = [ago(1), ago(3), ago(2)];
    for (const at of made) expect((await arrives(at)).body.data.recorded_at).toBe(at);
    const { data } = (await get(`${PRACTICE}/answer/get`)) as { data: Told[] };
    expect(data.map(({ recorded_at }) => recorded_at)).toEqual([made[0], made[2], made[1]]);
    for (const { created_at } of data) expect(created_at.slice(0, 10) >= addDays(today(), -1)).toBe(true);
    const takes = (await get(`${PRACTICE}/take/get?question_id=${question}`)) as { data: Told[] };
    expect(takes.data.map(({ recorded_at }) => recorded_at)).toEqual([made[1], made[2], made[0]]);
  });

  it("were practised on their own days, and not today", async () => {
    const { get, arrives, question } = await somebody();
    for (const days of [1, 2]) await arrives(ago(days));
    const { data: plan } = await get(`${PLAN}/get`);
    expect(plan.streak.row).toBe(2);
    const practised = plan.streak.days.filter((day: { practised: boolean }) => day.practised).map((day: { day: string }) => day.day);
    expect(practised).toEqual([addDays(today(), -2), addDays(today(), -1)]);
    expect(plan.queue.find((item: { question_id: string }) => item.question_id === question)).toMatchObject({
      reason: { kind: "unrated", day: addDays(today(), -1) },
      done: false,
    });
  });

  it("are graded each for its day, in the order in which they were made", async () => {
    const { user, arrives } = await somebody();
    for (const [days, score] of [
      [2, 5],
      [9, 2],
    ] as const)
      await arrives(ago(days), { rate_your_self: ratedAs(score), time_zone: "UTC" });
    const gradings = await sql`select day::text, grade from plan_gradings where user_id = ${user.uid} order by at`;
    expect([...gradings]).toEqual([
      { day: addDays(today(), -9), grade: "again" },
      { day: addDays(today(), -2), grade: "easy" },
    ]);
    const [schedule] = await sql`select last::text, reps from plan_schedules where user_id = ${user.uid}`;
    expect(schedule).toEqual({ last: addDays(today(), -2), reps: 2 });
  });

  it("count in the weeks in which they were made", async () => {
    const { get, arrives } = await somebody();
    await arrives(ago(15));
    const { data } = await get(`${PRACTICE}/progress/get?range=weeks&timeZone=UTC`);
    const day = addDays(today(), -15);
    const held = data.periods.filter(({ takes }: { takes: number }) => takes > 0);
    expect(held).toHaveLength(1);
    expect(held[0].from <= day && day <= held[0].to).toBe(true);
  });

  it("carry their own day in the archive", async () => {
    const { user, arrives } = await somebody();
    const at = ago(4);
    await arrives(at);
    const { entries, data } = await practiceData.records(harness().app.services, user.uid);
    expect(entries?.map((entry) => entry.at.toISOString())).toEqual([at]);
    expect(data).toMatchObject({ answers: [{ recordedAt: new Date(at) }] });
  });

  it("fill the week in which they arrive: nobody dates takes back to have room for more", async () => {
    const { token, user } = await somebody();
    await aTake(harness(), user.uid, { recordedAt: new Date(ago(20)), createdAt: new Date(ago(20)) });
    const { body } = await harness().call("GET", "/api/user/personalization/subscription/usage/get", { token });
    expect(body.data.takes.used).toBe(1);
  });
});

describe("what a device says of the time", () => {
  it("is taken as far as it can be true", async () => {
    const { arrives } = await somebody();
    const before = Date.now();
    const early = Date.parse((await arrives("1999-12-31T00:00:00Z")).body.data.recorded_at);
    const late = Date.parse((await arrives("2199-12-31T00:00:00Z")).body.data.recorded_at);
    const after = Date.now();
    expect(early).toBeGreaterThanOrEqual(before - 30 * DAY_MS);
    expect(early).toBeLessThanOrEqual(after - 30 * DAY_MS);
    expect(late).toBeGreaterThanOrEqual(before);
    expect(late).toBeLessThanOrEqual(after);
  });

  it("is an instant", async () => {
    const { arrives } = await somebody();
    for (const told of ["yesterday", "2031-03-14", "2031-03-14T25:00:00Z", ""]) expectIssues(await arrives(told), ["recorded_at"]);
  });

  it("is settled with the record", async () => {
    const { arrives } = await somebody();
    const at = ago(2);
    const { uid } = (await arrives(at)).body.data;
    expect((await arrives(ago(5), { uid })).body.data.recorded_at).toBe(at);
  });

  it("is now, where it says nothing", async () => {
    const { arrives } = await somebody();
    const { recorded_at, created_at } = (await arrives()).body.data;
    expect(recorded_at).toBe(created_at);
  });
});

/** The migrations before the one that is named, in a folder of their own. */
function migrationsBefore(name: string): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-migrations-"));
  cpSync("drizzle", folder, { recursive: true });
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as { entries: { tag: string }[] };
  const at = journal.entries.findIndex(({ tag }) => tag.endsWith(name));
  expect(at).toBeGreaterThan(0);
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, at) }));
  return folder;
}

describe("takes from before their own time was kept", () => {
  it("count as made when they arrived", async () => {
    const name = `test_${randomBytes(6).toString("hex")}`;
    const at = (database: string) => harness().databaseUrl.replace(/\/[^/]*$/, `/${database}`);
    const before = migrationsBefore("reviews_and_takes");
    await sql.unsafe(`create database ${name}`);
    const old = postgres(at(name), { max: 1, onnotice: () => {} });
    try {
      await migrateDatabase(at(name), before);
      const id = randomUUID();
      const day = new Date("2026-03-14T09:26:53.000Z");
      await old`insert into users (id, email, first_name, last_name) values (${id}, 'ada@example.com', 'Ada', 'Lovelace')`;
      await old`insert into categories (id, slug, position, name, description) values (${id}, 'c', 1, '{}', '{}')`;
      await old`insert into questions (id, category_id, slug, position, text, guidance) values (${id}, ${id}, 'q', 1, '{}', '{}')`;
      await old`insert into answers (id, user_id, question_id, reading_time, answer_time, created_at) values (${id}, ${id}, ${id}, 1, 1, ${day})`;
      await migrateDatabase(at(name));
      expect([...(await old`select recorded_at from answers`)]).toEqual([{ recorded_at: day }]);
    } finally {
      await old.end();
      await sql.unsafe(`drop database ${name} with (force)`);
      rmSync(before, { recursive: true, force: true });
    }
  });
});

import { randomUUID } from "node:crypto";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Answer, registerUser, useHarness } from "#tests/config/harness";
import { aCategory } from "#tests/factories/answers";
import { expectError } from "#tests/factories/catalogues";
import { type Someone, saveAnswer, until } from "#tests/factories/faults";
import { startProcess } from "#tests/factories/processes";

const harness = useHarness();
let other: Awaited<ReturnType<typeof startProcess>>;
let sql: postgres.Sql;
let person: Someone;
let questionId: string;

beforeAll(async () => {
  other = await startProcess(harness().env, harness().databaseUrl);
  sql = postgres(harness().databaseUrl, { max: 2 });
  person = await registerUser(harness());
  questionId = (await aCategory(harness(), person.token)).questions[0]?.uid ?? "";
});
afterAll(async () => {
  await Promise.all([other?.close(), sql?.end()]);
});

const rowsOf = async (comments: string): Promise<number> => (await sql`select 1 from answers where comments = ${comments}`).length;

describe("a call whose key is another process's", () => {
  it("is told when to come again as long as that one shows that it works, and gets its answer then", async () => {
    const key = randomUUID();
    let first: Promise<Answer> | undefined;
    await sql.begin(async (tx) => {
      await tx`lock table answers in exclusive mode`;
      first = saveAnswer(harness(), person, questionId, key, key);
      await until("it has claimed the key", async () => (await sql`select 1 from idempotency_keys where key = ${key}`).length > 0);
      const refused = await saveAnswer(other, person, questionId, key, key);
      expectError(refused, 409, "idempotencyBusy");
      expect(refused.headers.get("retry-after")).toBe("10");
    });
    const done = await first;
    expect(done?.status).toBe(200);
    const again = await saveAnswer(other, person, questionId, key, key);
    expect(again.body).toEqual(done?.body);
    expect(again.headers.get("idempotency-replayed")).not.toBeNull();
    expect(await rowsOf(key)).toBe(1);
  });

  it("is done, without a refusal before, where that one died a moment ago", async () => {
    const key = randomUUID();
    const { body } = await saveAnswer(harness(), person, questionId, key, key);
    // As it stands after a death before the work was kept: nobody will say of it any more that it runs.
    await sql`delete from answers where comments = ${key}`;
    await sql`update idempotency_keys set answer = null, created_at = now() where key = ${key}`;
    const again = await saveAnswer(other, person, questionId, key, key);
    expect([again.status, again.body.data.uid]).toEqual([200, body.data.uid]);
    expect(again.headers.get("idempotency-replayed")).toBeNull();
    expect(await rowsOf(key)).toBe(1);
  });
});

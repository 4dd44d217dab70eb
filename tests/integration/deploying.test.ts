import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, afterEach, beforeEach, describe, expect, inject, it } from "vitest";
import { type Answer, type Harness, registerUser, startHarness } from "#tests/config/harness";
import { aQuestion, PRACTICE } from "#tests/factories/answers";
import { addMigration } from "#tests/factories/migrations";
import { migrateDatabase } from "@/server/db/migrate";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The migrations of a release to come: today's and one more. */
function laterRelease(...statements: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), "parley-later-"));
  folders.push(folder);
  cpSync("drizzle", folder, { recursive: true });
  addMigration(folder, statements);
  return folder;
}

describe("a release that starts beside the one before", () => {
  // A database for each try: what one has changed stays changed.
  let harness: Harness | undefined;
  let databaseUrl: string;
  beforeEach(async () => {
    harness = await startHarness();
    ({ databaseUrl } = harness);
  });
  afterEach(() => harness?.close());

  it("changes the tables once, while the one before goes on without a failure, and that one can be started again", async () => {
    const at = harness as Harness;
    const { token } = await registerUser(at);
    const question_id = await aQuestion(at, token);
    let deploying = true;
    const answers: Answer[] = [];
    const use = async () => {
      while (deploying) {
        answers.push(await at.call("POST", `${PRACTICE}/answer/save`, { token, body: { question_id } }));
        answers.push(await at.call("GET", `${PRACTICE}/answer/get`, { token }));
      }
    };
    const people = Promise.allSettled([use(), use(), use()]);
    try {
      const later = laterRelease(
        'ALTER TABLE "answers" ADD COLUMN "later" text DEFAULT \'x\' NOT NULL;',
        'CREATE INDEX "later_idx" ON "answers" ("later");',
      );
      await Promise.all([1, 2, 3].map(() => migrateDatabase(databaseUrl, later)));
      // The one before is started once more, as a supervisor would.
      await migrateDatabase(databaseUrl);
      const before = answers.length;
      await expect.poll(() => answers.length).toBeGreaterThan(before + 6);
    } finally {
      deploying = false;
      await people;
    }
    expect((await people).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "fulfilled"]);
    expect(answers.filter(({ status }) => status !== 200)).toEqual([]);
    const [ran] = await at.app.services.db.execute<{ n: number }>(sql`select count(*)::int as n from drizzle.__drizzle_migrations`);
    expect(ran?.n).toBe(readdirSync("drizzle").filter((name) => name.endsWith(".sql")).length + 1);
  });

  it("takes an index that was made before by its name, and none that was broken off", async () => {
    const later = laterRelease('CREATE INDEX "later_idx" ON "answers" USING btree ("question_id");');
    const own = postgres(databaseUrl, { max: 1 });
    try {
      await own`create index concurrently later_idx on answers (question_id)`;
      await own`update pg_index set indisvalid = false where indexrelid = 'later_idx'::regclass`;
      await expect(migrateDatabase(databaseUrl, later)).rejects.toThrow("later_idx was not made to its end");
      await own`update pg_index set indisvalid = true where indexrelid = 'later_idx'::regclass`;
      await migrateDatabase(databaseUrl, later);
      await migrateDatabase(databaseUrl, later);
    } finally {
      await own.end();
    }
  });

  it("does not wait for a table that somebody holds, changes nothing, and says so", async () => {
    const other = postgres(databaseUrl, { max: 1 });
    try {
      await other.begin(async (held) => {
        await held`select count(*) from answers`;
        const later = laterRelease('CREATE TABLE "first" ("id" text);', 'ALTER TABLE "answers" ADD COLUMN "more" text;');
        await expect(migrateDatabase(databaseUrl, later)).rejects.toThrow("too busy");
        const [row] = await held`select to_regclass('first') as made`;
        expect(row?.made).toBeNull();
      });
    } finally {
      await other.end();
    }
  });
});

it("processes that start together on an empty database run each migration once", async () => {
  const admin = postgres(inject("databaseUrl").replace(/\/[^/]*$/, "/postgres"), { max: 1, onnotice: () => {} });
  const name = `deploying_${process.pid}`;
  await admin.unsafe(`create database ${name}`);
  const url = inject("databaseUrl").replace(/\/[^/]*$/, `/${name}`);
  try {
    await Promise.all([1, 2, 3, 4].map(() => migrateDatabase(url)));
    const one = postgres(url, { max: 1 });
    const [ran] = await one`select count(*)::int as n, count(distinct hash)::int as once from drizzle.__drizzle_migrations`;
    await one.end();
    const files = readdirSync("drizzle").filter((file) => file.endsWith(".sql")).length;
    expect(ran).toEqual({ n: files, once: files });
  } finally {
    await admin.unsafe(`drop database ${name} with (force)`);
    await admin.end();
  }
});

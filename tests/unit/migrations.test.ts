import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

/**
 * While a release is being deployed the one before works on the same tables: a migration may add what that one does not know, and take
 * away or narrow nothing that it uses. What is not used any more goes a release later, and is listed here with what made sure of it.
 */
const NARROWS: Record<string, RegExp> = {
  "takes a table away": /\bdrop table\b/i,
  "takes a column away": /\bdrop column\b/i,
  "gives something another name": /\brename\b/i,
  "asks for a value where there may be none": /\balter column\b[^;]*\bset not null\b/i,
  "fills in nothing any more": /\balter column\b[^;]*\bdrop default\b/i,
  "changes a column's type": /\bset data type\b/i,
  "adds a column that old rows and old releases do not fill": /\badd column\b(?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
  // A foreign key that is not valid yet refuses what is new, and asks nothing of what is there.
  "refuses rows that were right": /\badd constraint\b(?![^;]*\bforeign key\b[^;]*\bnot valid\b)/i,
  "refuses what may be there twice": /\bcreate unique index\b/i,
  "takes away what an upsert names": /\bdrop constraint\b/i,
  "has something done, or refused, at each write": /\bcreate (?:or replace )?(?:constraint )?trigger\b/i,
  "shows or takes other rows": /\b(?:create|alter) policy\b|\b(?:enable|force) row level security\b/i,
  "has a function do something else": /\bcreate or replace function\b|\b(?:alter|drop) function\b/i,
  "takes a right away": /\brevoke\b/i,
  "changes or removes rows": /(?:^|;|\bas \(|\))\s*(?:update|delete from|truncate)\b/i,
};

/** Before there was a release beside which another could run. */
const EARLIER = "0030";

const ALLOWED: Record<string, string> = {
  "0040_refund_reversals.sql: refuses rows that were right":
    "It takes the place of a narrower check: whatever that let through, it lets through.",
  "0040_refund_reversals.sql: takes away what an upsert names": "It is a check, which no upsert names.",
  "0045_quotes_addressee.sql: has a function do something else": "It keeps two columns more, which the release before never writes.",
  "0047_ends_of_workspaces.sql: has a function do something else":
    "It lets go what it kept only where a transaction names the workspace that it ends, as the release before never does.",
  "0050_forum_posts_gone_with_topics.sql: changes or removes rows":
    "It says since when messages are gone that the release before takes for gone, too, and has let go on without that.",
};

/** The tables and columns that a migration makes. */
const madeBy = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/\bcreate table (?:if not exists )?"(\w+)"/gi)].map(([, table]) => String(table)),
    ...[...text.matchAll(/\balter table "(\w+)" add column "(\w+)"/gi)].map(([, table, column]) => `${table}.${column}`),
  ]);

/** The table that a statement is about. */
const OF_TABLE =
  /\b(?:alter table|create unique index "\w+" on|create policy "\w+" on|alter policy "\w+" on|create (?:or replace )?(?:constraint )?trigger "\w+"[^;]*? on|revoke [^;]*? on(?: table)?|update|delete from|truncate(?: table)?) "(\w+)"/i;

/** Unique indexes that were made by then, by name: `on conflict` of the release before may need them. */
const UNIQUE = new Set(
  readdirSync("drizzle")
    .filter((name) => name.endsWith(".sql"))
    .flatMap((name) => [...readFileSync(`drizzle/${name}`, "utf8").matchAll(/\bcreate unique index "(\w+)"/gi)])
    .map(([, index]) => String(index)),
);
const dropsUnique = (statement: string, unique: Set<string>): boolean =>
  [...statement.matchAll(/\bdrop index (?:concurrently )?(?:if exists )?"(\w+)"/gi)].some(([, index]) => unique.has(String(index)));

/** Whether a statement concerns only what the same migration makes: nobody has used that. */
function isOfNew(statement: string, made: Set<string>): boolean {
  const table = OF_TABLE.exec(statement)?.[1];
  if (table === undefined || made.has(table)) return table !== undefined;
  const [, columns = "", filled = ""] =
    /\b(?:foreign key|unique|using btree) \(([^)]*)\)|^\s*update "\w+" set ((?:(?!\bfrom\b|\bwhere\b)[^;])*)/i.exec(statement) ?? [];
  const named = [...`${columns}${filled}`.matchAll(filled ? /"(\w+)" = /g : /"(\w+)"/g)].map(([, column]) => `${table}.${column}`);
  return named.length > 0 && named.every((column) => made.has(column));
}

/** What a migration does to those who do not know it. */
const narrowedBy = (text: string, unique = UNIQUE): string[] => {
  const made = madeBy(text);
  // A remark before a statement hides nothing of it.
  const parts = text.split("--> statement-breakpoint").map((part) => part.replaceAll(/^\s*--.*$/gm, ""));
  const statements = parts.filter((statement) => !isOfNew(statement, made));
  return statements.flatMap((statement) => [
    ...Object.keys(NARROWS).filter((reason) => NARROWS[reason]?.test(statement)),
    ...(dropsUnique(statement, unique) ? ["takes away what an upsert names"] : []),
  ]);
};

describe("migrations", () => {
  it("only add: the release before goes on beside them", () => {
    const files = readdirSync("drizzle").filter((name) => name.endsWith(".sql") && name.slice(0, 4) > EARLIER);
    expect(files.length).toBeGreaterThan(0);
    const found = files.flatMap((name) => narrowedBy(readFileSync(`drizzle/${name}`, "utf8")).map((reason) => `${name}: ${reason}`));
    expect(found.filter((line) => !(line in ALLOWED))).toEqual([]);
    expect(Object.keys(ALLOWED).filter((line) => !found.includes(line))).toEqual([]);
  });

  it.each([
    ['ALTER TABLE "a" DROP COLUMN "b";', 1],
    ['DROP TABLE "a" CASCADE;', 1],
    ['ALTER TABLE "a" RENAME COLUMN "b" TO "c";', 1],
    ['ALTER TABLE "a" ALTER COLUMN "b" SET NOT NULL;', 1],
    ['ALTER TABLE "a" ADD COLUMN "b" text NOT NULL;', 1],
    ['ALTER TABLE "a" ADD COLUMN "b" text DEFAULT \'x\' NOT NULL;', 0],
    ['ALTER TABLE "a" ADD COLUMN "b" text;', 0],
    ['CREATE TABLE "a" ("b" text NOT NULL);', 0],
    ['DROP INDEX "a_idx";', 0],
    ['DROP INDEX "a_unique";', 1],
    ['DROP INDEX IF EXISTS "a_unique";', 1],
    ['ALTER TABLE "a" DROP CONSTRAINT "a_b_unique";', 1],
    ['CREATE TRIGGER "t" BEFORE INSERT ON "a" FOR EACH ROW EXECUTE FUNCTION f();', 1],
    ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE TRIGGER "t" BEFORE UPDATE OR DELETE ON "a" EXECUTE FUNCTION f();', 0],
    ['CREATE POLICY "p" ON "a" USING (true);', 1],
    ['ALTER POLICY "p" ON "a" USING (false);', 1],
    ['ALTER TABLE "a" ENABLE ROW LEVEL SECURITY;', 1],
    ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE POLICY "p" ON "a" USING (true);', 0],
    ['CREATE OR REPLACE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ begin return new; end $$;', 1],
    ['CREATE FUNCTION "f"() RETURNS trigger LANGUAGE plpgsql AS $$ begin return new; end $$;', 0],
    ['DROP FUNCTION "f"();', 1],
    ['REVOKE UPDATE ON "a" FROM "parley_trades";', 1],
    ['GRANT UPDATE ON "a" TO "parley_trades";', 0],
    ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nREVOKE ALL ON TABLE "a" FROM PUBLIC;', 0],
    ['UPDATE "a" SET "b" = \'x\' WHERE "b" IS NULL;', 1],
    ['-- What this is for.\nUPDATE "a" SET "b" = \'x\';', 1],
    ['DELETE FROM "a" WHERE "b" IS NULL;', 1],
    ['TRUNCATE "a";', 1],
    ['WITH "x" AS (SELECT 1) UPDATE "a" SET "b" = 1;', 1],
    ['ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\nUPDATE "a" SET "b" = "c" WHERE "d" > 0;', 0],
    ['ALTER TABLE "a" ADD COLUMN "b" text;--> statement-breakpoint\nUPDATE "a" SET "b" = "c", "e" = 0;', 1],
    ['INSERT INTO "a" ("b") VALUES (\'x\') ON CONFLICT DO NOTHING;', 0],
    ['ALTER TABLE "a" ALTER COLUMN "b" DROP DEFAULT;', 1],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0);', 1],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" UNIQUE ("b");', 1],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."d"("id");', 1],
    ['ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."d"("id") NOT VALID;', 0],
    ['CREATE UNIQUE INDEX "c" ON "a" USING btree ("b");', 1],
    ['CREATE INDEX "c" ON "a" USING btree ("b");', 0],
    ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nCREATE UNIQUE INDEX "c" ON "a" USING btree ("b");', 0],
    ['CREATE TABLE "a" ("b" text);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0);', 0],
    ['CREATE TABLE "d" ("b" text);--> statement-breakpoint\nALTER TABLE "a" ADD CONSTRAINT "c" CHECK ("b" > 0);', 1],
    [
      'ALTER TABLE "a" ADD COLUMN "b" uuid;--> statement-breakpoint\n' +
        'ALTER TABLE "a" ADD CONSTRAINT "c" FOREIGN KEY ("b") REFERENCES "public"."d"("id");',
      0,
    ],
    ['ALTER TABLE "a" ADD COLUMN "b" uuid;--> statement-breakpoint\nCREATE UNIQUE INDEX "c" ON "a" USING btree ("b","e");', 1],
  ])("are told apart: %s", (statement, reasons) => {
    expect(narrowedBy(statement, new Set(["a_unique"]))).toHaveLength(reasons);
  });
});

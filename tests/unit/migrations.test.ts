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
};

/** Before there was a release beside which another could run. */
const EARLIER = "0030";

const ALLOWED: Record<string, string> = {
  "0040_refund_reversals.sql: refuses rows that were right":
    "It takes the place of a narrower check: whatever that let through, it lets through.",
};

/** The tables and columns that a migration makes. */
const madeBy = (text: string): Set<string> =>
  new Set([
    ...[...text.matchAll(/\bcreate table (?:if not exists )?"(\w+)"/gi)].map(([, table]) => String(table)),
    ...[...text.matchAll(/\balter table "(\w+)" add column "(\w+)"/gi)].map(([, table, column]) => `${table}.${column}`),
  ]);

/** Whether a statement concerns only what the same migration makes: nobody has used that. */
function isOfNew(statement: string, made: Set<string>): boolean {
  const table = /\b(?:alter table|create unique index "\w+" on) "(\w+)"/i.exec(statement)?.[1];
  if (table === undefined || made.has(table)) return table !== undefined;
  const [, columns = ""] = /\b(?:foreign key|unique|using btree) \(([^)]*)\)/i.exec(statement) ?? [];
  const named = [...columns.matchAll(/"(\w+)"/g)].map(([, column]) => `${table}.${column}`);
  return named.length > 0 && named.every((column) => made.has(column));
}

/** What a migration does to those who do not know it. */
const narrowedBy = (text: string): string[] => {
  const made = madeBy(text);
  const statements = text.split("--> statement-breakpoint").filter((statement) => !isOfNew(statement, made));
  return statements.flatMap((statement) => Object.keys(NARROWS).filter((reason) => NARROWS[reason]?.test(statement)));
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
    expect(narrowedBy(statement)).toHaveLength(reasons);
  });
});

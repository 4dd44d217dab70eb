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
  "changes a column's type": /\bset data type\b/i,
  "adds a column that old rows and old releases do not fill": /\badd column\b(?![^;]*\bdefault\b)[^;]*\bnot null\b/i,
};

/** Before there was a release beside which another could run. */
const EARLIER = "0030";

const ALLOWED: Record<string, string> = {};

/** What a migration does to those who do not know it. */
const narrowedBy = (text: string): string[] => {
  const statements = text.split("--> statement-breakpoint");
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
  ])("are told apart: %s", (statement, reasons) => {
    expect(narrowedBy(statement)).toHaveLength(reasons);
  });
});

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";

interface Journal {
  entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[];
}

/** Adds one more migration to a release's own copy of the folder `drizzle`, as the release after it would bring. */
export function addMigration(folder: string, statements: string[]): void {
  const file = path.join(folder, "meta/_journal.json");
  const journal = JSON.parse(readFileSync(file, "utf8")) as Journal;
  const last = journal.entries.at(-1);
  if (!last) throw new Error("there are no migrations");
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1000, tag: "9999_later" });
  writeFileSync(file, JSON.stringify(journal));
  writeFileSync(path.join(folder, "9999_later.sql"), statements.join("--> statement-breakpoint\n"));
}

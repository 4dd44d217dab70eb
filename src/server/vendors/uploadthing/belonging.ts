import { randomUUID } from "node:crypto";
import { link, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client";

/** The name of the files that a database knows, beside the service's settings: it is in backups, and nobody changes it. */
const KEY = "filesOf";

/** Where the same name stands, beside the folder of the files. */
export const markOf = (dataDir: string): string => path.join(dataDir, "files-of");

/**
 * Whether a data folder's files are those of which this database knows; where neither was named so far they are named alike from now on.
 * Of files that belong to another database each would look like nobody's here. A folder without a name is new, or comes from a backup.
 */
export async function belongTogether(db: Database, dataDir: string): Promise<boolean> {
  const mark = markOf(dataDir);
  const known = await nameIn(db);
  const there = await readMark(mark);
  if (there) return there === known;
  if (known === undefined)
    await db.execute(sql`insert into settings (key, value, version) values (${KEY}, to_jsonb(${randomUUID()}::text), 1)
      on conflict do nothing`);
  // Another process may have been faster, with either.
  const name = await nameIn(db);
  // Written whole before it has its place: a full disk must leave no name that is nobody's.
  const own = `${mark}.${randomUUID()}`;
  try {
    await writeFile(own, `${name}\n`, { flush: true });
    await link(own, mark).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  } finally {
    await rm(own, { force: true });
  }
  return (await readMark(mark)) === name;
}

async function readMark(mark: string): Promise<string | undefined> {
  try {
    return (await readFile(mark, "utf8")).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}

async function nameIn(db: Database): Promise<string | undefined> {
  const [row] = await db.execute<{ name: string }>(sql`select value #>> '{}' as name from settings where key = ${KEY}`);
  return row?.name;
}

import { randomUUID } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "../../db/client";

/** The name of the files that a database knows, beside the service's settings: it is in backups, and nobody changes it. */
const KEY = "filesOf";
/** The same name, beside the folder of the files. */
const MARK = "files-of";

/**
 * Whether a data folder's files are those of which this database knows; where neither was named so far they are named alike from now on.
 * Of files that belong to another database each would look like nobody's here. A folder without a name is new, or comes from a backup.
 */
export async function belongTogether(db: Database, dataDir: string): Promise<boolean> {
  const file = path.join(dataDir, MARK);
  const there = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw error;
  });
  const known = await nameIn(db);
  if (there !== undefined) return there.trim() === known;
  if (known === undefined)
    await db.execute(sql`insert into settings (key, value, version) values (${KEY}, to_jsonb(${randomUUID()}::text), 1)
      on conflict do nothing`);
  // Another process may have been faster.
  const name = await nameIn(db);
  await writeFile(file, `${name}\n`, { mode: 0o600, flag: "wx", flush: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(file, "utf8")).trim() === name;
}

async function nameIn(db: Database): Promise<string | undefined> {
  const [row] = await db.execute<{ name: string }>(sql`select value #>> '{}' as name from settings where key = ${KEY}`);
  return row?.name;
}

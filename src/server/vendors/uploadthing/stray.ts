import { inArray } from "drizzle-orm";
import type { Database } from "../../db/client";
import { storedFiles } from "../../db/schema";
import type { Disk } from "./disk";

/** Looked up at once. */
const BATCH = 1000;

/** Removes files of which no row knows and that nobody has written to since. @returns how many */
export async function removeStray(disk: Disk, db: Database, since: Date): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const sweep = async () => {
    const rows = await db.select({ key: storedFiles.key }).from(storedFiles).where(inArray(storedFiles.key, batch));
    const known = new Set(rows.map(({ key }) => key));
    for (const key of batch.filter((one) => !known.has(one))) {
      await disk.remove(key);
      removed++;
    }
    batch = [];
  };
  for await (const key of disk.untouchedSince(since)) {
    batch.push(key);
    if (batch.length === BATCH) await sweep();
  }
  if (batch.length > 0) await sweep();
  return removed;
}

import { eq } from "drizzle-orm";
import type { Database } from "../../db/client";
import { storedFiles } from "../../db/schema";
import type { Disk } from "./disk";

/** Removes files of which no row knows and that nobody has written to since. @returns how many */
export async function removeStray(disk: Disk, db: Database, since: Date): Promise<number> {
  let removed = 0;
  for await (const key of disk.untouchedSince(since)) {
    const known = await db.select({ key: storedFiles.key }).from(storedFiles).where(eq(storedFiles.key, key));
    if (known.length > 0) continue;
    await disk.remove(key);
    removed++;
  }
  return removed;
}

import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { sql } from "drizzle-orm";
import type { Database } from "../db/client";
import { filesFolder } from "../vendors/uploadthing/disk";

/** Held while a backup is made. */
export const BACKUP_LOCK = 7_273_012;

const HELD = "held-for-backup";
/** What is let go has another name first: to remove it takes longer than a transaction may stand still. */
const DROPPED = "dropped-";

/** Where files have their second names meanwhile, in a folder for each backup. Among what it holds: another disk cannot give it second names. */
export const heldFolder = (dataDir: string): string => path.join(filesFolder(dataDir), HELD);

/** Whether this lies among the files, by a path from there, for a backup's sake alone. */
export const isHeld = (name: string): boolean => name.startsWith(HELD) || name.startsWith(DROPPED);

/** Lets go what a backup held that was ended hard: what people have deleted since would stay on the disk. One that is being made keeps its own. */
export async function dropHeld(db: Database, dataDir: string): Promise<void> {
  // An earlier release held them beside the files' folder.
  for (const folder of [filesFolder(dataDir), dataDir].filter(existsSync)) {
    const held = path.join(folder, HELD);
    await db.transaction(async (tx) => {
      const [alone] = await tx.execute(sql`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as won`);
      if (alone?.won && existsSync(held)) await rename(held, path.join(folder, `${DROPPED}${randomUUID()}`));
    });
    // Also what a process left that ended here.
    for (const name of (await readdir(folder)).filter((one) => one.startsWith(DROPPED)))
      await rm(path.join(folder, name), { recursive: true, force: true });
  }
}

import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Services } from "@/server/api/context";
import { discardedFiles, workspaceFiles, workspaces } from "@/server/db/schema";
import { withWorkspace } from "@/server/db/workspace";
import { waiting } from "./queries";
import { UNSENT_DAYS } from "./rules";

const BATCH = 500;

/** The storage drops what no row knows any more; what it could not drop is there for the next run. */
export async function dropDiscarded({ db, files }: Services): Promise<void> {
  for (;;) {
    const due = await db.select({ key: discardedFiles.key }).from(discardedFiles).orderBy(discardedFiles.at).limit(BATCH);
    const keys = due.map(({ key }) => key);
    if (keys.length === 0) return;
    await files.remove(keys);
    await db.delete(discardedFiles).where(inArray(discardedFiles.key, keys));
  }
}

/** Files that never came with a note go. Each workspace by itself: nobody sees into one but from within. */
export async function dropUnsentFiles({ db }: Services): Promise<void> {
  const all = await db.select({ id: workspaces.id }).from(workspaces);
  for (const { id: workspaceId } of all)
    await withWorkspace(db, workspaceId, (tx) =>
      tx
        .delete(workspaceFiles)
        .where(
          and(
            eq(workspaceFiles.workspaceId, workspaceId),
            waiting,
            lt(workspaceFiles.createdAt, sql`now() - make_interval(days => ${UNSENT_DAYS})`),
          ),
        ),
    );
}

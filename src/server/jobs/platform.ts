import { and, eq, lt, sql } from "drizzle-orm";
import type { Services } from "../api/context";
import { idempotencyKeys, loginFailures, sessions, storedFiles } from "../db/schema";
import type { JobDefinition } from "./queue";

/** Rows that have served: old idempotency keys, long-ended sessions, forgotten failures, uploads nobody came back to. */
async function expire({ db, files }: Services): Promise<void> {
  await db.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, sql`now() - interval '24 hours'`));
  await db.delete(sessions).where(lt(sessions.expiresAt, sql`now() - interval '30 days'`));
  await db.delete(loginFailures).where(lt(loginFailures.lastAt, sql`now() - interval '1 day'`));
  // The device keeps a take until the server has it: after a month an unfinished upload starts anew, nothing is lost.
  const abandoned = await db
    .select({ key: storedFiles.key })
    .from(storedFiles)
    .where(and(eq(storedFiles.state, "uploading"), lt(storedFiles.createdAt, sql`now() - interval '30 days'`)))
    .limit(1000);
  await files.remove(abandoned.map((file) => file.key));
}

export const platformJobs: JobDefinition[] = [{ name: "platform.expire", cron: "23 * * * *", run: expire }];

import { and, desc, eq, gt, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { dataExports } from "@/server/db/schema";

const toExport = ({ id, state, progress, sizeBytes, requestedAt, expiresAt }: typeof dataExports.$inferSelect) => ({
  uid: id,
  state,
  progress,
  sizeBytes,
  requestedAt: requestedAt.toISOString(),
  expiresAt: expiresAt?.toISOString() ?? null,
});

/** The archive that was asked for last, or null. */
export async function latestExport({ db, actor }: UserContext) {
  const [row] = await db.select().from(dataExports).where(eq(dataExports.userId, actor.id)).orderBy(desc(dataExports.requestedAt)).limit(1);
  return row ? toExport(row) : null;
}

/** The address of a large file has to outlive a slow download that is taken up again, and not whoever copied it. */
const LINK_SECONDS = 3600;

/** The address of an own archive that is ready, for an hour and no longer than the archive. @throws AppError notFound */
export async function exportLink({ db, actor, files }: UserContext, uid: string): Promise<string> {
  const [row] = await db
    .select({ key: dataExports.fileKey, expiresAt: dataExports.expiresAt })
    .from(dataExports)
    .where(
      and(eq(dataExports.id, uid), eq(dataExports.userId, actor.id), eq(dataExports.state, "ready"), gt(dataExports.expiresAt, sql`now()`)),
    );
  const { key, expiresAt } = found(row);
  const secondsLeft = Math.floor(((expiresAt?.getTime() ?? 0) - Date.now()) / 1000);
  return files.link(found(key), Math.min(LINK_SECONDS, Math.max(1, secondsLeft)));
}

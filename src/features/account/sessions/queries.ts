import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { sessions } from "@/server/db/schema";
import { describeDevice } from "./rules";

/** Where somebody is signed in now, this device first, then the one used last. */
export async function listSessions({ db, actor }: UserContext) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, actor.id), isNull(sessions.endedAt), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt))
    .limit(100);
  const data = rows.map((row) => ({
    uid: row.id,
    current: row.id === actor.sessionId,
    method: row.method,
    ...describeDevice(row.userAgent),
    createdAt: row.createdAt.toISOString(),
    lastSeenAt: row.lastSeenAt.toISOString(),
  }));
  return { data: data.sort((one, other) => Number(other.current) - Number(one.current)), meta: { total: data.length } };
}

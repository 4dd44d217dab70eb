import { createHash } from "node:crypto";
import { and, desc, eq, gt, isNull, sql } from "drizzle-orm";
import type { Context, UserContext } from "@/server/api/context";
import { SECRET_KEY } from "@/server/api/idempotency";
import type { Executor } from "@/server/db/client";
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

/** For how long a try can be sent again, in minutes. */
const AGAIN_MINUTES = 5;

export interface OpenSession {
  id: string;
  expiresAt: Date;
}

/**
 * Tells one try to prove who somebody is from every other, as a hash. What works once stays so against whoever saw or copied it: the key
 * was made at random by whoever made the try, and goes with nothing else.
 * @param proof what is tried, and what works once of it
 * @returns null without a key
 */
export const attemptOf = ({ idempotencyKey: key }: Context, proof: readonly (string | undefined)[]): string | null =>
  key === undefined || key.length < SECRET_KEY
    ? null
    : createHash("sha256")
        .update(JSON.stringify([key, ...proof]))
        .digest("hex");

/** The session that a try has opened, or was proven in, a moment ago and that still stands. */
export async function sessionOfAttempt(db: Executor, userId: string, attempt: string | null): Promise<OpenSession | undefined> {
  if (attempt === null) return undefined;
  const [row] = await db
    .select({ id: sessions.id, expiresAt: sessions.expiresAt })
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        eq(sessions.attempt, attempt),
        isNull(sessions.endedAt),
        gt(sessions.expiresAt, sql`now()`),
        gt(sessions.authenticatedAt, sql`now() - make_interval(mins => ${AGAIN_MINUTES})`),
      ),
    );
  return row;
}

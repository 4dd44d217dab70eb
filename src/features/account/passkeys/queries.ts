import { and, eq, gt, isNull, sql } from "drizzle-orm";
import { AppError } from "@/lib/app-error";
import type { Executor } from "@/server/db/client";
import { challenges, passkeys } from "@/server/db/schema";

export const passkeysOf = (db: Executor, userId: string) => db.select().from(passkeys).where(eq(passkeys.userId, userId));

/**
 * A challenge that was given out to this person (null: to somebody who was not signed in), taken: it answers once.
 * @throws AppError passkeyFailed
 */
export async function takeChallenge(db: Executor, id: string, userId: string | null): Promise<string> {
  const [row] = await db
    .delete(challenges)
    .where(
      and(
        eq(challenges.id, id),
        userId === null ? isNull(challenges.userId) : eq(challenges.userId, userId),
        gt(challenges.expiresAt, sql`now()`),
      ),
    )
    .returning({ challenge: challenges.challenge });
  if (!row) throw new AppError("passkeyFailed");
  return row.challenge;
}

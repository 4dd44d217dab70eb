import { and, eq, gt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { notify } from "@/features/account/notifications/mutations";
import { describeDevice, deviceName } from "@/features/account/sessions/rules";
import { findShared, getAnswer, questionOf } from "@/features/practice/queries";
import type { PlayedBy } from "@/lib/enums/practice";
import type { Context, UserContext } from "@/server/api/context";
import { recordingPlays } from "@/server/db/schema";

/** Browsers that are noted for one recording within an hour: beyond it, somebody invents them. */
const MAX_LISTENERS = 100;

interface Play {
  answerId: string;
  /** Whose recording it is. */
  userId: string;
  by: PlayedBy;
}

/** One's own answer with the address that plays it, which is noted. */
export async function openAnswer(ctx: UserContext, uid: string) {
  const answer = await getAnswer(ctx, uid);
  if (answer.media?.link) await notePlay(ctx, { answerId: uid, userId: ctx.actor.id, by: "owner" });
  return answer;
}

/** A shared answer with the address that plays it; its maker can see that somebody asked, and may be told. */
export async function openShared(ctx: Context, token: string) {
  const { shown, questionId, play } = await findShared(ctx, token);
  const counted = await notePlay(ctx, { ...play, by: "link" });
  if (counted === "first") {
    const device = deviceName(describeDevice(ctx.userAgent));
    const kind = "recording_played";
    const about = { event: kind, kind, mail: kind, groupKey: `plays:${play.answerId}` } as const;
    const href = "/dashboard/settings/account?section=data";
    await ctx.db.transaction(async (tx) => {
      const values = { question: await questionOf(tx, questionId, play.userId), device };
      await notify(tx, { userId: play.userId, ...about, values, href });
    });
  }
  return shown;
}

/**
 * Giving out the address counts as a play; the same browser counts once an hour.
 * @returns "first" for the first one of anybody within an hour, "again" for another browser's, null when it did not count
 */
export async function notePlay({ db, userAgent }: Context, { answerId, userId, by }: Play): Promise<"first" | "again" | null> {
  const agent = userAgent.slice(0, 400);
  return db.transaction(async (tx) => {
    // One at a time, so that several requests at once count as one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${answerId} ${by}`}, 0))`);
    const recent = await tx
      .selectDistinct({ userAgent: recordingPlays.userAgent })
      .from(recordingPlays)
      .where(
        and(eq(recordingPlays.answerId, answerId), gt(recordingPlays.playedAt, sql`now() - interval '1 hour'`), eq(recordingPlays.by, by)),
      )
      .limit(MAX_LISTENERS);
    if (recent.length >= MAX_LISTENERS || recent.some((play) => play.userAgent === agent)) return null;
    await tx.insert(recordingPlays).values({ id: uuidv7(), answerId, userId, by, userAgent: agent });
    return recent.length === 0 ? "first" : "again";
  });
}

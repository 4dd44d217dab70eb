import { and, eq, gt, inArray, lt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { settingsHref } from "@/features/account/hrefs";
import { notify } from "@/features/account/notifications/mutations";
import { describeDevice, deviceName } from "@/features/account/sessions/rules";
import { findShared, getAnswer, questionOf } from "@/features/practice/queries";
import type { PlayedBy } from "@/lib/enums/practice";
import type { Context, Services, UserContext } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { recordingPlays } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";

/** Browsers that are noted for one recording within an hour: beyond it, somebody invents them. */
const MAX_LISTENERS = 100;

/** How long it is kept who played what: as long as who looked at an account. */
const KEPT_DAYS = 365;
/** Plays that are forgotten in one statement. */
const BATCH = 10_000;

interface Play {
  answerId: string;
  /** Whose recording it is. */
  userId: string;
  by: PlayedBy;
}

/** One's own answer with the address that plays it, which is noted. */
export async function openAnswer(ctx: UserContext, uid: string) {
  const answer = await getAnswer(ctx, uid);
  if (answer.media?.link) await ctx.db.transaction((tx) => notePlay(tx, ctx, { answerId: uid, userId: ctx.actor.id, by: "owner" }));
  return answer;
}

/** A shared answer with the address that plays it; its maker can see that somebody asked, and may be told. */
export async function openShared(ctx: Context, token: string) {
  const { shown, questionId, play } = await findShared(ctx, token);
  await ctx.db.transaction(async (tx) => {
    if ((await notePlay(tx, ctx, { ...play, by: "link" })) !== "first") return;
    const device = deviceName(describeDevice(ctx.userAgent));
    const kind = "recording_played";
    const about = { event: kind, kind, mail: kind, groupKey: `plays:${play.answerId}` } as const;
    const values = { question: await questionOf(tx, { questionId, answerId: play.answerId }, play.userId), device };
    await notify(tx, { userId: play.userId, ...about, values, href: settingsHref("data") });
  });
  return shown;
}

/**
 * Giving out the address counts as a play; the same browser counts once an hour. Whoever is to be told of it is told in the same transaction:
 * nobody listens unseen.
 * @returns "first" for the first one of anybody within an hour, "again" for another browser's, null when it did not count
 */
export async function notePlay(
  tx: Transaction,
  { userAgent }: Pick<Context, "userAgent">,
  { answerId, userId, by }: Play,
): Promise<"first" | "again" | null> {
  const agent = userAgent.slice(0, 400);
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
}

/** Forgets plays of long ago. */
export const forgetPlays = ({ db }: Services): Promise<void> =>
  inBatches(BATCH, async (size) => {
    const old = lt(recordingPlays.playedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`);
    const some = db.select({ id: recordingPlays.id }).from(recordingPlays).where(old).limit(size);
    return (await db.delete(recordingPlays).where(inArray(recordingPlays.id, some)).returning({ id: recordingPlays.id })).length;
  });

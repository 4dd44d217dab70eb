import { and, eq, gt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { isNotified } from "@/features/account/rules";
import { describeDevice, deviceName } from "@/features/account/sessions/rules";
import { findShared, getAnswer } from "@/features/practice/queries";
import type { Context, UserContext } from "@/server/api/context";
import { notificationPreferences, recordingPlays, users } from "@/server/db/schema";
import { enqueueMail, MAIL_JOB } from "@/server/mail/outbox";

interface Play {
  answerId: string;
  /** Whose recording it is. */
  userId: string;
  by: "owner" | "link";
}

/** One's own answer with the address that plays it, which is noted. */
export async function openAnswer(ctx: UserContext, uid: string) {
  const answer = await getAnswer(ctx, uid);
  if (answer.media?.link) await notePlay(ctx, { answerId: uid, userId: ctx.actor.id, by: "owner" });
  return answer;
}

/** A shared answer with the address that plays it; its maker can see that somebody asked, and may be told. */
export async function openShared(ctx: Context, token: string) {
  const { shown, play } = await findShared(ctx, token);
  const isNew = await notePlay(ctx, { ...play, by: "link" });
  if (isNew) await tellPlayed(ctx, play.userId, shown.question);
  return shown;
}

/** Giving out the address counts as a play; the same browser counts once an hour. @returns whether this one counted */
async function notePlay({ db, userAgent }: Context, { answerId, userId, by }: Play): Promise<boolean> {
  const agent = userAgent.slice(0, 400);
  return db.transaction(async (tx) => {
    // One at a time, so that several requests at once count as one.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${answerId} ${by} ${agent}`}, 0))`);
    const [recent] = await tx
      .select({ id: recordingPlays.id })
      .from(recordingPlays)
      .where(
        and(
          eq(recordingPlays.answerId, answerId),
          gt(recordingPlays.playedAt, sql`now() - interval '1 hour'`),
          eq(recordingPlays.by, by),
          eq(recordingPlays.userAgent, agent),
        ),
      )
      .limit(1);
    if (recent) return false;
    await tx.insert(recordingPlays).values({ id: uuidv7(), answerId, userId, by, userAgent: agent });
    return true;
  });
}

async function tellPlayed(ctx: Context, userId: string, question: string): Promise<void> {
  const chosen = await ctx.db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  if (!isNotified("recording_played", "email", chosen)) return;
  const [owner] = await ctx.db.select().from(users).where(eq(users.id, userId));
  if (!owner) return;
  const values = { name: owner.firstName, question, device: deviceName(describeDevice(ctx.userAgent)) };
  await enqueueMail(ctx.db, { to: owner.email, locale: owner.language, template: "recording_played", values });
  await ctx.jobs.send(MAIL_JOB);
}

import { desc, eq, sql } from "drizzle-orm";
import { isNotified } from "@/features/account/rules";
import { AppError } from "@/lib/app-error";
import type { SessionMethod } from "@/lib/enums";
import type { Locale } from "@/lib/locales";
import type { Context, UserContext } from "@/server/api/context";
import { endSession, endSessionsOf, openSession } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { notificationPreferences, sessions } from "@/server/db/schema";
import { enqueueMail, MAIL_JOB } from "@/server/mail/outbox";
import { describeDevice, deviceName, isSameDevice } from "./rules";

/** Who is about to be signed in: somebody whose identity is proven. */
export interface Newcomer {
  uid: string;
  email: string;
  language: Locale;
  timeZone: string | null;
  suspendedAt: Date | null;
  suspensionReason: string | null;
}

/**
 * Opens a session for somebody whose identity is proven. A device that this account has not been used on before is told
 * by mail.
 * @returns the access token
 * @throws AppError accountSuspended with the reason
 */
export async function signIn(ctx: Context, db: Executor, user: Newcomer, method: SessionMethod): Promise<string> {
  if (user.suspendedAt) throw new AppError("accountSuspended", { values: { reason: user.suspensionReason ?? "" } });
  const { userAgent } = ctx;
  const earlier = await db
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, user.uid))
    .orderBy(desc(sessions.createdAt))
    .limit(50);
  const now = new Date();
  const token = await openSession(db, ctx.tokens, { userId: user.uid, userAgent, method, hours: ctx.env.ACCESS_TOKEN_HOURS, now });
  const isNew = earlier.length > 0 && !earlier.some((session) => isSameDevice(session.userAgent, userAgent));
  if (isNew && (await wantsToKnow(db, user.uid))) {
    const values = { device: deviceName(describeDevice(userAgent)), signedInAt: now.toISOString(), timeZone: user.timeZone ?? "" };
    await enqueueMail(db, { to: user.email, locale: user.language, template: "new_device", values });
    await ctx.jobs.send(MAIL_JOB);
  }
  return token;
}

async function wantsToKnow(db: Executor, userId: string): Promise<boolean> {
  const chosen = await db.select().from(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  return isNotified("new_device", "email", chosen);
}

/** Signs out one of one's own devices, here too. @throws AppError notFound */
export async function endOwnSession({ db, actor }: UserContext, sessionId: string): Promise<void> {
  const ended = await db.transaction((tx) => endSession(tx, actor.id, sessionId));
  if (ended === 0) throw new AppError("notFound");
}

/** Signs out every device but this one. @returns how many */
export const endOtherSessions = ({ db, actor }: UserContext): Promise<number> =>
  db.transaction((tx) => endSessionsOf(tx, actor.id, actor.sessionId));

/** Somebody proved again, in this session, that it is them. */
export async function markAuthenticated({ db, actor }: UserContext): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: sql`now()` }).where(eq(sessions.id, actor.sessionId));
}

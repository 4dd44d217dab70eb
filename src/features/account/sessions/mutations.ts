import { desc, eq, sql } from "drizzle-orm";
import { notify } from "@/features/account/notifications/mutations";
import { AppError } from "@/lib/app-error";
import { DAY_MS } from "@/lib/durations";
import type { SessionMethod } from "@/lib/enums/account";
import type { Context, UserContext } from "@/server/api/context";
import { endSession, endSessionsOf, openSession, SESSION_KEPT_DAYS } from "@/server/auth";
import type { Executor, Transaction } from "@/server/db/client";
import { sessions, users } from "@/server/db/schema";
import { endArchives } from "../export/mutations";
import { settingsHref } from "../hrefs";
import type { OpenSession } from "./queries";
import { describeDevice, deviceName, isSameDevice } from "./rules";

/** What was proven, as it was read when it was proven. */
interface Proven {
  uid: string;
  method: SessionMethod;
  /** For a password: the hash that it matched. */
  passwordHash?: string | null;
  /** Which try it was, where it was proven with something that works once. */
  attempt?: string | null;
  /** The session that this very try has opened before. */
  again?: OpenSession | undefined;
}

/**
 * Opens a session for somebody whose identity is proven, in a transaction. The account is looked at once more and held: a
 * password that was changed, or a suspension that came, while the proof was being checked counts. A device that this account
 * has not been used on before is told. A try whose answer was lost is given the session that it opened, and no second one.
 * @returns the access token
 * @throws AppError wrongCredentials, accountSuspended with the reason
 */
export async function signIn(ctx: Context, tx: Transaction, { uid, method, passwordHash, attempt, again }: Proven): Promise<string> {
  const [user] = await tx.select().from(users).where(eq(users.id, uid)).for("share");
  if (!user || user.erasedAt || (passwordHash !== undefined && user.passwordHash !== passwordHash)) throw new AppError("wrongCredentials");
  if (user.suspendedAt) throw new AppError("accountSuspended", { values: { reason: user.suspensionReason ?? "" } });
  if (again) {
    ctx.log.info({ requestId: ctx.requestId, account: uid, method }, "signed in, told again");
    return ctx.tokens.issue(uid, again.id, again.expiresAt);
  }
  const { userAgent } = ctx;
  const earlier = await tx
    .select({ userAgent: sessions.userAgent })
    .from(sessions)
    .where(eq(sessions.userId, uid))
    .orderBy(desc(sessions.createdAt))
    .limit(50);
  const now = new Date();
  const token = await openSession(tx, ctx.tokens, { userId: uid, userAgent, method, hours: ctx.env.ACCESS_TOKEN_HOURS, now, attempt });
  ctx.log.info({ requestId: ctx.requestId, account: uid, method }, "signed in");
  // An account that is older than what is kept of sessions may have been used before; one that is not, and of which none is kept, was not.
  const wasUsed = earlier.length > 0 || now.getTime() - user.createdAt.getTime() > SESSION_KEPT_DAYS * DAY_MS;
  if (wasUsed && !earlier.some((session) => isSameDevice(session.userAgent, userAgent))) {
    const values = { device: deviceName(describeDevice(userAgent)), signedInAt: now.toISOString() };
    const kind = "new_device";
    await notify(tx, { userId: uid, event: kind, kind, values, href: settingsHref("devices"), mail: kind });
  }
  return token;
}

/** Signs out one of one's own devices, here too. @throws AppError notFound */
export async function endOwnSession({ db, actor }: UserContext, sessionId: string): Promise<void> {
  const ended = await db.transaction((tx) => endSession(tx, actor.id, sessionId));
  if (ended === 0) throw new AppError("notFound");
}

/** Signs out every device but this one. @returns how many */
export const endOtherSessions = ({ db, actor }: UserContext): Promise<number> =>
  db.transaction((tx) => endSessionsOf(tx, actor.id, actor.sessionId));

/** Signs out every device, this one too. @returns how many */
export const endAllSessions = ({ db, actor }: UserContext): Promise<number> =>
  db.transaction(async (tx) => {
    await endArchives(tx, actor.id);
    return endSessionsOf(tx, actor.id);
  });

/** Somebody proved again, in this session, that it is them. @param attempt which try it was, where that was with something that works once */
export async function markAuthenticated(
  { actor, log, requestId }: UserContext,
  db: Executor,
  attempt: string | null = null,
): Promise<void> {
  await db.update(sessions).set({ authenticatedAt: sql`now()`, attempt }).where(eq(sessions.id, actor.sessionId));
  log.info({ requestId, account: actor.id }, "proved again");
}

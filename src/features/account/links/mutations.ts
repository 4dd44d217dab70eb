import { and, count, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { RENAMED_JOB, userTopic } from "@/features/account/events";
import { endArchives } from "@/features/account/export/mutations";
import { dropFactors, forgetFailures, returnAttempt, takeAttempt } from "@/features/account/factors/mutations";
import { notify, notifyOfPasswordChange } from "@/features/account/notifications/mutations";
import { MAILS_PER_HOUR, RESET_LINK_HOURS, VERIFY_LINK_HOURS } from "@/features/account/rules";
import { AppError } from "@/lib/app-error";
import { HOUR_MS } from "@/lib/durations";
import type { LinkPurpose } from "@/lib/enums/account";
import type { Locale } from "@/lib/locales";
import type { Context, UserContext } from "@/server/api/context";
import { endSessionsOf } from "@/server/auth";
import type { Executor, Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { identities, mailedLinks, users } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { refuseKnownPassword } from "@/server/known-passwords";
import { enqueueMail, moveMails } from "@/server/mail/outbox";
import { hashPassword, verifyPassword } from "@/server/passwords";
import { publish } from "@/server/realtime";
import type { Secrets } from "@/server/secrets";
import { openToken } from "@/server/signed-tokens";
import { settingsHref } from "../hrefs";

const HOURS: Record<LinkPurpose, number> = {
  verify_email: VERIFY_LINK_HOURS,
  change_email: VERIFY_LINK_HOURS,
  reset_password: RESET_LINK_HOURS,
};

interface Request {
  purpose: LinkPurpose;
  email: string;
  locale: Locale;
  /** Null when no account has the address: the same rows are written, and nothing is sent. */
  userId: string | null;
}

/** Mails a link, unless the address has had its share of this hour. @returns whether it was mailed */
async function mailLink(tx: Transaction, { purpose, email, locale, userId }: Request): Promise<boolean> {
  // One at a time for an address, so that the count holds for requests at once.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose} ${email}`}, 0))`);
  const [recent] = await tx
    .select({ n: count() })
    .from(mailedLinks)
    .where(and(eq(mailedLinks.email, email), eq(mailedLinks.purpose, purpose), gt(mailedLinks.createdAt, sql`now() - interval '1 hour'`)));
  if ((recent?.n ?? 0) >= MAILS_PER_HOUR) return false;
  const id = uuidv7();
  const expiresAt = new Date(Date.now() + HOURS[purpose] * HOUR_MS);
  await tx.insert(mailedLinks).values({ id, userId, purpose, email, expiresAt });
  const values = { linkId: id, linkEndsAt: expiresAt.toISOString() };
  await enqueueMail(tx, { to: userId ? email : null, locale, template: purpose, values });
  return true;
}

/** For a signed-in person, who may know that the bound is reached. @throws AppError tooManyRequests */
async function mailOwnLink(tx: Transaction, request: Request): Promise<void> {
  if (!(await mailLink(tx, request))) throw new AppError("tooManyRequests", { retryAfter: 3600 });
}

type LinkRow = typeof mailedLinks.$inferSelect & { userId: string };

/**
 * The link of a token, locked: two clicks at once count as one after the other.
 * @throws AppError linkInvalid for one that was never mailed, has run out, or belongs to nobody
 */
async function openLink(tx: Transaction, secrets: Secrets, purpose: LinkPurpose, token: string): Promise<LinkRow> {
  const id = openToken(secrets, purpose, token);
  const [whose] = id ? await tx.select({ userId: mailedLinks.userId }).from(mailedLinks).where(eq(mailedLinks.id, id)) : [];
  if (!id || !whose?.userId) throw new AppError("linkInvalid");
  // Whoever ends an account's links holds the account, too: it is held first, or each would wait for the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, whose.userId)).for("update");
  const [row] = await tx.select().from(mailedLinks).where(eq(mailedLinks.id, id)).for("update");
  if (!row?.userId || row.purpose !== purpose || row.expiresAt <= new Date()) throw new AppError("linkInvalid");
  return { ...row, userId: row.userId };
}

/** Ends the links of one purpose that somebody was mailed. */
export const spendLinks = (db: Executor, userId: string, purpose: LinkPurpose) =>
  db
    .update(mailedLinks)
    .set({ usedAt: sql`now()` })
    .where(and(eq(mailedLinks.userId, userId), eq(mailedLinks.purpose, purpose), isNull(mailedLinks.usedAt)));

/** In the transaction that makes the account. */
export const mailVerification = (tx: Transaction, user: { uid: string; email: string; language: Locale }): Promise<boolean> =>
  mailLink(tx, { purpose: "verify_email", email: user.email, locale: user.language, userId: user.uid });

/** Once more, for somebody whose address is not confirmed. @throws AppError tooManyRequests */
export const mailVerificationAgain = (tx: Transaction, user: { id: string; email: string; language: Locale }): Promise<void> =>
  mailOwnLink(tx, { purpose: "verify_email", email: user.email, locale: user.language, userId: user.id });

/** Once more, for somebody who waits for it. Nothing happens when the address is confirmed already. @throws AppError tooManyRequests */
export async function requestVerification(ctx: UserContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, ctx.actor.id));
    if (!user || user.emailVerifiedAt) return;
    await mailVerificationAgain(tx, user);
  });
}

/**
 * Confirms an address: the one that an account was registered with, or the one that it is to change to. Opening the link
 * again afterwards is no error.
 *
 * It counts only in a session of that account: whoever merely reads mail at the address, where a stranger may have typed it,
 * must not make the stranger's account theirs in name.
 * @throws AppError linkInvalid | linkNeedsLogin | emailTaken
 */
export async function verifyEmail(ctx: Context, token: string): Promise<{ email: string }> {
  const changes = openToken(ctx.env.secrets, "change_email", token) !== undefined;
  const email = await ctx.db.transaction((tx) => (changes ? confirmChange(tx, ctx, token) : confirmFirst(tx, ctx, token)));
  return { email };
}

function ownLink(ctx: Context, link: LinkRow): LinkRow {
  if (ctx.actor?.id !== link.userId) throw new AppError("linkNeedsLogin");
  return link;
}

async function confirmFirst(tx: Transaction, ctx: Context, token: string): Promise<string> {
  const link = ownLink(ctx, await openLink(tx, ctx.env.secrets, "verify_email", token));
  const [user] = await tx
    .update(users)
    .set({ emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
    // An address that has changed since is not confirmed by a link to the old one.
    .where(and(eq(users.id, link.userId), eq(users.email, link.email)))
    .returning({ id: users.id });
  if (!user) throw new AppError("linkInvalid");
  await spendLinks(tx, link.userId, "verify_email");
  await publish(tx, userTopic(link.userId), "account");
  return link.email;
}

async function confirmChange(tx: Transaction, ctx: Context, token: string): Promise<string> {
  const link = ownLink(ctx, await openLink(tx, ctx.env.secrets, "change_email", token));
  const [before] = await tx.select().from(users).where(eq(users.id, link.userId)).for("update");
  if (before?.email === link.email) return link.email;
  if (!before || link.usedAt) throw new AppError("linkInvalid");
  await tx
    .update(users)
    .set({ email: link.email, emailVerifiedAt: sql`now()` })
    .where(eq(users.id, link.userId))
    .catch((error: unknown) => {
      if (isUniqueViolation(error, "users_email_key")) throw new AppError("emailTaken");
      throw error;
    });
  // Links to the old address open nothing any more.
  for (const purpose of ["change_email", "verify_email", "reset_password"] as const) await spendLinks(tx, link.userId, purpose);
  await wakeJob(tx, RENAMED_JOB);
  await publish(tx, userTopic(link.userId), "account");
  await moveMails(tx, before.email, link.email);
  // To the old address, if it was theirs.
  const values = { name: before.firstName, email: link.email };
  if (before.emailVerifiedAt) await enqueueMail(tx, { to: before.email, locale: before.language, template: "email_changed", values });
  return link.email;
}

/**
 * Asks to change the address. It counts once the new one is confirmed; the old one is told at once.
 * @throws AppError emailTaken | tooManyRequests
 */
export async function changeEmail(ctx: UserContext, email: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx.select().from(users).where(eq(users.id, ctx.actor.id)).for("update");
    if (!user || user.email === email) return;
    await spendLinks(tx, user.id, "change_email");
    const [taken] = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.email, email), ne(users.id, user.id)));
    if (taken) throw new AppError("emailTaken", { issues: [{ path: ["email"], key: "emailTaken" }] });
    await mailOwnLink(tx, { purpose: "change_email", email, locale: user.language, userId: user.id });
    const kind = "email_change_asked";
    const href = settingsHref("security");
    await notify(tx, { userId: user.id, event: "security", kind, values: { email }, href, mail: kind });
  });
}

/** Takes back a change that was not confirmed yet. */
export async function cancelEmailChange({ db, actor }: UserContext): Promise<void> {
  await spendLinks(db, actor.id, "change_email");
}

/** Mails a link to set a new password. Answer, time and rows written are the same whether the account exists or not. */
export async function forgetPassword(ctx: Context, email: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.email, email), isNull(users.erasedAt)));
    await mailLink(tx, { purpose: "reset_password", email, locale: user?.language ?? ctx.locale, userId: user?.id ?? null });
  });
}

/**
 * Sets a new password by a mailed link, once, and ends every session.
 *
 * Whoever opens the link reads mail at the address. If nobody had shown that before, the account may have been registered by
 * somebody else in the address's name: what they set up to come back by goes.
 *
 * A link that was used says the same again to whoever sends the password that is set: they did not hear the first answer.
 * @throws AppError linkInvalid | accountLocked | invalidInput for a password that is tried first, after which the link is as good as before
 */
export async function resetPassword(ctx: Context, input: { token: string; password: string }): Promise<void> {
  const passwordHash = await hashPassword(input.password);
  const used = await ctx.db.transaction(async (tx) => {
    const link = await openLink(tx, ctx.env.secrets, "reset_password", input.token);
    if (link.usedAt) return link;
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, link.userId), eq(users.email, link.email)))
      .for("update");
    if (!user) throw new AppError("linkInvalid");
    await refuseKnownPassword(input.password, user, "password");
    if (!user.emailVerifiedAt) {
      await dropFactors(tx, user.id);
      await tx.delete(identities).where(eq(identities.userId, user.id));
    }
    await tx
      .update(users)
      .set({ passwordHash, emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, now())` })
      .where(eq(users.id, user.id));
    for (const purpose of ["reset_password", "change_email"] as const) await spendLinks(tx, user.id, purpose);
    await forgetFailures(tx, user.id);
    await endSessionsOf(tx, user.id);
    await endArchives(tx, user.id);
    await notifyOfPasswordChange(tx, user.id);
    return null;
  });
  if (used) return isSetAlready(ctx, used, input.password);
}

/** Counts as any other attempt to find out a password. @throws AppError linkInvalid where another one is set, accountLocked */
async function isSetAlready({ db }: Context, { userId, email }: LinkRow, password: string): Promise<void> {
  await takeAttempt(db, userId);
  const [user] = await db
    .select({ passwordHash: users.passwordHash })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, email)));
  if (!(await verifyPassword(user?.passwordHash, password))) throw new AppError("linkInvalid");
  await returnAttempt(db, userId);
}

import { createHash } from "node:crypto";
import { and, eq, or } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { Context, UserContext } from "@/server/api/context";
import { endSessionsOf } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { users } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { refuseKnownPassword } from "@/server/known-passwords";
import { hashPassword, isOutdatedHash, verifyPassword } from "@/server/passwords";
import { publish } from "@/server/realtime";
import { userColumns } from "./dto";
import { RENAMED_JOB, userTopic } from "./events";
import { endArchives } from "./export/mutations";
import { askSecondFactor, forgetFailures, forgetUnguessed, returnAttempt, takeAttempt, takeSecondFactor } from "./factors/mutations";
import { mailVerification, spendLinks } from "./links/mutations";
import { notifyOfPasswordChange } from "./notifications/mutations";
import { getProfile, registrationIsOpen, toUser } from "./queries";
import type { ProfileInput, RegisterInput } from "./schema";
import { markAuthenticated, signIn } from "./sessions/mutations";
import { attemptOf } from "./sessions/queries";

const TAKEN = { users_email_key: ["emailTaken", "email"], users_username_key: ["usernameTaken", "username"] } as const;

/** A clash of e-mails or usernames as the error that names the field. */
function rethrowTaken(error: unknown): never {
  for (const [constraint, [code, field]] of Object.entries(TAKEN)) {
    if (isUniqueViolation(error, constraint)) throw new AppError(code, { issues: [{ path: [field], key: code }] });
  }
  throw error;
}

/** What proving an identity needs to know of somebody, beside what they see of themselves. */
const loginColumns = {
  ...userColumns,
  passwordHash: users.passwordHash,
  totpSecret: users.totpSecret,
  totpEnabledAt: users.totpEnabledAt,
};

/** @throws AppError emailTaken | usernameTaken | invalidInput for a password that is tried first */
export async function register(ctx: Context, input: RegisterInput) {
  await registrationIsOpen(ctx);
  await refuseKnownPassword(input.password, input, "password");
  const passwordHash = await hashPassword(input.password);
  const { email, username, firstName, lastName, language = ctx.locale } = input;
  return ctx.db
    .transaction(async (tx) => {
      const values = { id: uuidv7(), email, username, passwordHash, firstName, lastName, language };
      const [row] = await tx.insert(users).values(values).returning(userColumns);
      if (!row) throw new AppError("internal");
      await mailVerification(tx, row);
      return { accessToken: await signIn(ctx, tx, { uid: row.uid, method: "password" }), user: toUser(ctx, row) };
    })
    .catch(rethrowTaken);
}

/**
 * Logs in by e-mail or username, and by the second factor where there is one. Five failures in a row lock the account for
 * 15 minutes, and an address without an account behaves the same in answer and time. A code works once: only the very try that used it
 * up is answered again, by the session that it opened.
 * @throws AppError wrongCredentials | secondFactorRequired | wrongCode | accountLocked | accountSuspended
 */
export async function login(ctx: Context, input: { identifier: string; password: string; code?: string | undefined }) {
  const { db } = ctx;
  const [user] = await db
    .select(loginColumns)
    .from(users)
    .where(or(eq(users.email, input.identifier), eq(users.username, input.identifier)))
    .limit(1);
  const subject = user?.uid ?? createHash("sha256").update(input.identifier).digest("hex");
  await takeAttempt(db, subject);
  if (!(await verifyPassword(user?.passwordHash, input.password)) || !user) throw new AppError("wrongCredentials");
  const attempt = attemptOf(ctx, ["login", input.code]);
  const code = await askSecondFactor(ctx, user, input.code);
  const answer = await db
    .transaction(async (tx) => {
      const again = await takeSecondFactor(ctx, tx, user, code, attempt);
      const { passwordHash, totpSecret, totpEnabledAt, ...own } = user;
      const accessToken = await signIn(ctx, tx, { uid: own.uid, method: "password", passwordHash, attempt, again });
      await forgetFailures(tx, subject);
      return { accessToken, user: toUser(ctx, own) };
    })
    .catch(forgetUnguessed(db, subject));
  await renewHash(db, user, input.password);
  return answer;
}

/** Keeps a password as it is hashed today, where it was hashed with other parameters. */
async function renewHash(db: Executor, { uid, passwordHash }: { uid: string; passwordHash: string | null }, password: string) {
  if (!passwordHash || !isOutdatedHash(passwordHash)) return;
  await db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(and(eq(users.id, uid), eq(users.passwordHash, passwordHash)));
}

/**
 * Proves, in a session that is open, that its owner is the one who uses it.
 * @throws AppError wrongCredentials | secondFactorRequired | wrongCode | accountLocked
 */
export async function reauthenticate(ctx: UserContext, input: { password: string; code?: string | undefined }): Promise<void> {
  const [row] = await ctx.db.select(loginColumns).from(users).where(eq(users.id, ctx.actor.id));
  const user = found(row);
  await takeAttempt(ctx.db, user.uid);
  if (!(await verifyPassword(user.passwordHash, input.password))) throw wrongPassword("password");
  const attempt = attemptOf(ctx, ["reauthenticate", ctx.actor.sessionId, input.code]);
  const code = await askSecondFactor(ctx, user, input.code);
  await ctx.db
    .transaction(async (tx) => {
      const again = await takeSecondFactor(ctx, tx, user, code, attempt);
      await forgetFailures(tx, user.uid);
      // Sent again because the answer was lost: it counts from when it was proven.
      if (!again) await markAuthenticated(ctx, tx, attempt);
    })
    .catch(forgetUnguessed(ctx.db, user.uid));
}

const wrongPassword = (field: string) => new AppError("wrongCredentials", { issues: [{ path: [field], key: "passwordWrong" }] });

/** Changes the password and signs out every other device. @throws AppError wrongCredentials | accountLocked | invalidInput for one that is tried first */
export async function updatePassword(ctx: UserContext, input: { currentPassword: string; newPassword: string }): Promise<void> {
  const [row] = await ctx.db.select(loginColumns).from(users).where(eq(users.id, ctx.actor.id));
  const user = found(row);
  // Before the old one is looked at: whoever looks for a good one, and has several refused, has guessed nothing.
  await refuseKnownPassword(input.newPassword, user, "newPassword");
  await takeAttempt(ctx.db, user.uid);
  const { passwordHash: before } = user;
  if (!(await verifyPassword(before, input.currentPassword)) || before === null) return isChangedAlready(ctx.db, user, input.newPassword);
  const passwordHash = await hashPassword(input.newPassword);
  const own = eq(users.id, user.uid);
  const changed = await ctx.db.transaction(async (tx) => {
    // One that was set meanwhile, as by a mailed link, stays: whoever gave the one before it may be who it was to keep out.
    const set = and(own, eq(users.passwordHash, before));
    if ((await tx.update(users).set({ passwordHash }).where(set).returning({ id: users.id })).length === 0) return false;
    await forgetFailures(tx, user.uid);
    // What was mailed before, perhaps at the wish of whoever knew the old password, opens nothing any more.
    for (const purpose of ["reset_password", "change_email"] as const) await spendLinks(tx, user.uid, purpose);
    await endSessionsOf(tx, user.uid, ctx.actor.sessionId);
    await endArchives(tx, user.uid);
    await notifyOfPasswordChange(tx, user.uid);
    return true;
  });
  if (!changed) {
    const [now] = await ctx.db.select(loginColumns).from(users).where(own);
    return isChangedAlready(ctx.db, found(now), input.newPassword);
  }
}

/** Sent again because the answer was lost: it is changed. @throws AppError wrongCredentials where it is another one */
async function isChangedAlready(db: Executor, user: { uid: string; passwordHash: string | null }, newPassword: string): Promise<void> {
  if (!(await verifyPassword(user.passwordHash, newPassword))) throw wrongPassword("currentPassword");
  await returnAttempt(db, user.uid);
}

/** Changes what is given of one's own profile. @throws AppError usernameTaken */
export async function updateProfile(ctx: UserContext, input: ProfileInput) {
  const { actor } = ctx;
  const change = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  return ctx.db
    .transaction(async (tx) => {
      if (Object.keys(change).length > 0) {
        await tx.update(users).set(change).where(eq(users.id, actor.id));
        if ("firstName" in change || "lastName" in change) await wakeJob(tx, RENAMED_JOB);
        await publish(tx, userTopic(actor.id), "account");
      }
      return getProfile(ctx, tx);
    })
    .catch(rethrowTaken);
}

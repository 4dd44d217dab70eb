import { createHash, randomBytes } from "node:crypto";
import { and, asc, count, eq, gt, isNull, lt, not, type SQL, sql } from "drizzle-orm";
import { notify } from "@/features/account/notifications/mutations";
import { LOCK_MINUTES, lockSeconds, MAX_LOGIN_FAILURES, RECOVERY_CODES } from "@/features/account/rules";
import { type OpenSession, sessionOfAttempt } from "@/features/account/sessions/queries";
import { AppError } from "@/lib/app-error";
import type { Context, Services, UserContext } from "@/server/api/context";
import { endSessionsOf, reopenStreams } from "@/server/auth";
import type { Executor, Transaction } from "@/server/db/client";
import { loginFailures, passkeys, recoveryCodes, users } from "@/server/db/schema";
import { seal, sealedPrefix, unseal } from "@/server/sealed";
import type { Secrets } from "@/server/secrets";
import { settingsHref } from "../hrefs";
import { waysIn } from "./queries";
import { newTotpSecret, normaliseRecoveryCode, recoveryCode, totpStep, totpUri } from "./rules";

const SEAL = "totp";

/**
 * Counts an attempt to prove who somebody is before it is looked at, so that guesses in parallel cannot outrun the lock:
 * one statement, five attempts, then fifteen minutes of refusals. Whoever succeeds forgets the count.
 * @param subject an account's id, or a hash of what was typed where no account has it
 * @throws AppError accountLocked
 */
export async function takeAttempt(db: Executor, subject: string): Promise<void> {
  const { failures: count, lockedUntil: until } = loginFailures;
  const isLocked = sql`${until} > now()`;
  // One more than the limit marks an attempt that came while the lock stood.
  const failures = sql<number>`case when ${isLocked} then ${MAX_LOGIN_FAILURES + 1} when ${until} is not null then 1 else ${count} + 1 end`;
  const [record] = await db
    .insert(loginFailures)
    .values({ subject, failures: 1 })
    .onConflictDoUpdate({
      target: loginFailures.subject,
      set: {
        failures,
        lastAt: sql`now()`,
        lockedUntil: sql`case when ${isLocked} then ${until} when ${failures} >= ${MAX_LOGIN_FAILURES} then now() + make_interval(mins => ${LOCK_MINUTES}) end`,
      },
    })
    .returning();
  if (!record || record.failures <= MAX_LOGIN_FAILURES) return;
  const seconds = Math.max(1, lockSeconds(record, new Date()));
  throw new AppError("accountLocked", { retryAfter: seconds, values: { minutes: Math.ceil(seconds / 60) } });
}

/** The attempt was no guess: it lacked a second factor that was still to be asked for, or said again what was done already. */
export async function returnAttempt(db: Executor, subject: string): Promise<void> {
  await db
    .update(loginFailures)
    .set({ failures: sql`greatest(${loginFailures.failures} - 1, 0)`, lockedUntil: null })
    .where(and(eq(loginFailures.subject, subject), lt(loginFailures.failures, MAX_LOGIN_FAILURES + 1)));
}

/** Where a transaction holds the account as well, that comes first: in two orders each would wait for the other. */
export async function forgetFailures(db: Executor, subject: string): Promise<void> {
  await db.delete(loginFailures).where(eq(loginFailures.subject, subject));
}

interface Protected {
  uid: string;
  totpSecret: string | null;
  totpEnabledAt: Date | null;
}

/**
 * Asks an account that has a second factor for it. (A passkey is both factors in one and comes its own way.) The caller has taken an attempt.
 * @returns the code that is to be taken where a session opens, none where nothing protects the account
 * @throws AppError secondFactorRequired without a code
 */
export async function askSecondFactor({ db }: Context, user: Protected, code: string | undefined): Promise<string | undefined> {
  if (!user.totpEnabledAt) {
    const [keys] = await db.select({ n: count() }).from(passkeys).where(eq(passkeys.userId, user.uid));
    if ((keys?.n ?? 0) === 0) return undefined;
  }
  if (code !== undefined) return code;
  await returnAttempt(db, user.uid);
  throw new AppError("secondFactorRequired");
}

/**
 * Takes what `askSecondFactor` has returned: a code of the authenticator app, which works once, or a recovery code. It is used up by the
 * transaction that opens the session: where none opens, the same code is good for the next try.
 * @param attempt which try this is (`attemptOf`): a code that this very try has used up is no wrong one
 * @returns the session that it opened, or was proven in, in that case
 * @throws AppError wrongCode
 */
export async function takeSecondFactor(
  { env }: Context,
  tx: Transaction,
  user: Protected,
  code: string | undefined,
  attempt: string | null,
): Promise<OpenSession | undefined> {
  if (code === undefined) return undefined;
  // Held before a recovery code is, as by whoever replaces the codes: in two orders each would wait for the other.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, user.uid)).for("no key update");
  if ((await takeTotp(tx, env.secrets, user, code)) || (await takeRecoveryCode(tx, user.uid, code))) return undefined;
  const again = await sessionOfAttempt(tx, user.uid, attempt);
  if (again) return again;
  throw new AppError("wrongCode", { issues: [{ path: ["code"], key: "code" }] });
}

/**
 * What was proven is undone with its transaction, and nobody has guessed, where a suspended account is refused, for which the count is
 * forgotten as if they came in, and where something of ours broke: five times that must not lock out whoever knows the password.
 */
export const forgetUnguessed =
  (db: Executor, subject: string) =>
  async (error: unknown): Promise<never> => {
    if (!(error instanceof AppError)) await returnAttempt(db, subject).catch(() => undefined);
    else if (error.code === "accountSuspended") await forgetFailures(db, subject);
    throw error;
  };

/** An app that no known secret opens takes no code: whoever has it comes in by a recovery code, and sets it up anew. */
async function takeTotp(tx: Transaction, secrets: Secrets, user: Protected, code: string): Promise<boolean> {
  if (!user.totpEnabledAt || !user.totpSecret) return false;
  const secret = tryUnseal(secrets, user.totpSecret);
  const step = secret === undefined ? undefined : totpStep(secret, code, new Date());
  if (step === undefined) return false;
  const taken = await tx
    .update(users)
    .set({ totpLastStep: step })
    .where(and(eq(users.id, user.uid), lt(users.totpLastStep, step)))
    .returning({ id: users.id });
  return taken.length > 0;
}

const hashCode = (code: string): string => createHash("sha256").update(normaliseRecoveryCode(code)).digest("hex");

async function takeRecoveryCode(tx: Transaction, userId: string, code: string): Promise<boolean> {
  const taken = await tx
    .update(recoveryCodes)
    .set({ usedAt: sql`now()` })
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(code)), isNull(recoveryCodes.usedAt)))
    .returning({ userId: recoveryCodes.userId });
  return taken.length > 0;
}

/** Replaces all recovery codes. They are shown this once; only hashes are kept. */
async function replaceRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(randomBytes));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashCode(code) })));
  return codes;
}

/**
 * The first factor of an account brings its recovery codes; later ones leave them alone. To whoever runs the service it brings what their
 * role allows, here and in sessions that are opened with it: one that was opened without would rise by somebody else's proof.
 */
export async function addFirstFactor({ actor }: UserContext, tx: Transaction): Promise<string[]> {
  if (actor.lacksFactor) {
    await endSessionsOf(tx, actor.id, actor.sessionId);
    await reopenStreams(tx, actor.id);
  }
  return firstRecoveryCodes(tx, actor.id);
}

async function firstRecoveryCodes(tx: Transaction, userId: string): Promise<string[]> {
  const [known] = await tx.select({ n: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  return (known?.n ?? 0) > 0 ? [] : replaceRecoveryCodes(tx, userId);
}

/** When no factor is left, the codes stand for nothing, and whoever runs the service may do so no more: their streams hear what they now may. */
export async function afterLastFactor(tx: Transaction, userId: string): Promise<void> {
  const { user, ways } = await waysIn(tx, userId);
  if (user.totpEnabledAt || ways.passkeys > 0) return;
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  if (user.role !== "candidate") await reopenStreams(tx, userId);
}

export type FactorChange = "totp_on" | "totp_off" | "passkey_on" | "passkey_off" | "codes" | "third_party_on" | "third_party_off";

/** Tells the owner that what lets them in has changed. */
export async function notifyOfFactorChange(tx: Transaction, userId: string, change: FactorChange): Promise<void> {
  const kind = "factors_changed";
  await notify(tx, {
    userId,
    event: "security",
    kind,
    values: { change },
    href: settingsHref("security"),
    mail: kind,
  });
}

/** Replaces the recovery codes of somebody who has a factor, and tells them so. */
export async function issueNewCodes(tx: Transaction, userId: string): Promise<string[]> {
  await notifyOfFactorChange(tx, userId, "codes");
  return replaceRecoveryCodes(tx, userId);
}

/** Begins the set-up of an authenticator app. The secret counts once a code of it was given. */
export async function beginTotp({ db, env, actor }: UserContext) {
  const secret = newTotpSecret();
  const [user] = await db
    .update(users)
    .set({ totpSecret: seal(env.secrets, SEAL, secret) })
    .where(and(eq(users.id, actor.id), isNull(users.totpEnabledAt)))
    .returning({ email: users.email });
  if (!user) throw new AppError("wrongState");
  return { secret, uri: totpUri(secret, user.email) };
}

/**
 * Sent again by somebody who did not hear the first answer, it brings other codes where the app is the only factor: those that nobody saw
 * are of no use.
 * @returns the recovery codes, when these are the account's first
 * @throws AppError wrongState | wrongCode
 */
export async function enableTotp(ctx: UserContext, code: string): Promise<string[]> {
  const { actor } = ctx;
  return ctx.db.transaction(async (tx) => {
    const { user, ways } = await waysIn(tx, actor.id);
    const secret = user.totpSecret === null ? undefined : tryUnseal(ctx.env.secrets, user.totpSecret);
    if (secret === undefined) throw new AppError("wrongState");
    const step = totpStep(secret, code, new Date());
    if (step === undefined) throw new AppError("wrongCode", { issues: [{ path: ["code"], key: "code" }] });
    if (user.totpEnabledAt) {
      await tx
        .update(users)
        .set({ totpLastStep: sql`greatest(${users.totpLastStep}, ${step})` })
        .where(eq(users.id, actor.id));
      return ways.passkeys === 0 ? issueNewCodes(tx, actor.id) : [];
    }
    await tx.update(users).set({ totpEnabledAt: sql`now()`, totpLastStep: step }).where(eq(users.id, actor.id));
    await notifyOfFactorChange(tx, actor.id, "totp_on");
    return addFirstFactor(ctx, tx);
  });
}

/** How many are sealed anew at a time. */
const RESEAL_BATCH = 500;

/**
 * Seals with the current secret what an earlier one has sealed, so that no authenticator app is lost when that is taken away. What no
 * secret opens is left as it is: the right one may come back.
 */
export async function resealTotp({ db, env, log }: Services): Promise<void> {
  const current = sql`starts_with(${users.totpSecret}, ${sealedPrefix(env.secrets)})`;
  let lost = 0;
  for (let after: SQL | undefined; ; ) {
    const rows = await db
      .select({ id: users.id, sealed: sql<string>`${users.totpSecret}` })
      .from(users)
      .where(and(not(current), after))
      .orderBy(asc(users.id))
      .limit(RESEAL_BATCH);
    for (const { id, sealed } of rows) {
      const secret = tryUnseal(env.secrets, sealed);
      if (secret === undefined) lost++;
      else
        await db
          .update(users)
          .set({ totpSecret: seal(env.secrets, SEAL, secret) })
          .where(and(eq(users.id, id), eq(users.totpSecret, sealed)));
    }
    const last = rows.at(-1);
    if (!last || rows.length < RESEAL_BATCH) break;
    after = gt(users.id, last.id);
  }
  if (lost > 0) log.error({ accounts: lost }, "authenticator apps that no known secret opens");
}

function tryUnseal(secrets: Secrets, sealed: string): string | undefined {
  try {
    return unseal(secrets, SEAL, sealed);
  } catch {
    return undefined;
  }
}

export async function disableTotp(ctx: UserContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { user } = await waysIn(tx, ctx.actor.id);
    // Sent again because the answer was lost: its owner has heard of it once.
    if (!user.totpEnabledAt) return;
    await tx.update(users).set({ totpSecret: null, totpEnabledAt: null, totpLastStep: 0 }).where(eq(users.id, ctx.actor.id));
    await afterLastFactor(tx, ctx.actor.id);
    await notifyOfFactorChange(tx, ctx.actor.id, "totp_off");
  });
}

/** @throws AppError wrongState without any second factor */
export async function renewRecoveryCodes(ctx: UserContext): Promise<string[]> {
  return ctx.db.transaction(async (tx) => {
    const { user, ways } = await waysIn(tx, ctx.actor.id);
    if (!user.totpEnabledAt && ways.passkeys === 0) throw new AppError("wrongState");
    return issueNewCodes(tx, ctx.actor.id);
  });
}

/** Everything that lets somebody in besides the password goes: whoever set it up may not have been the address's owner. */
export async function dropFactors(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
  await tx.update(users).set({ totpSecret: null, totpEnabledAt: null, totpLastStep: 0 }).where(eq(users.id, userId));
  await reopenStreams(tx, userId);
}

import { createHash } from "node:crypto";
import { eq, or, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import type { Context } from "@/server/api/context";
import { openSession } from "@/server/auth";
import type { Executor } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { loginFailures, users } from "@/server/db/schema";
import { hashPassword, verifyPassword } from "@/server/passwords";
import { userColumns } from "./dto";
import { LOCK_MINUTES, lockSeconds, MAX_LOGIN_FAILURES } from "./rules";
import type { RegisterInput } from "./schema";

const signIn = (ctx: Context, db: Executor, userId: string) =>
  openSession(db, ctx.tokens, { userId, userAgent: ctx.userAgent, hours: ctx.env.ACCESS_TOKEN_HOURS, now: new Date() });

/** @throws AppError emailTaken | usernameTaken */
export async function register(ctx: Context, input: RegisterInput) {
  const passwordHash = await hashPassword(input.password);
  const { email, username, firstName, lastName, language = ctx.locale } = input;
  try {
    return await ctx.db.transaction(async (tx) => {
      const [user] = await tx
        .insert(users)
        .values({ id: uuidv7(), email, username, passwordHash, firstName, lastName, language })
        .returning(userColumns);
      if (!user) throw new AppError("internal");
      return { accessToken: await signIn(ctx, tx, user.uid), user };
    });
  } catch (error) {
    if (isUniqueViolation(error, "users_email_key")) throw new AppError("emailTaken", { issues: [{ path: ["email"], key: "emailTaken" }] });
    if (isUniqueViolation(error, "users_username_key"))
      throw new AppError("usernameTaken", { issues: [{ path: ["username"], key: "usernameTaken" }] });
    throw error;
  }
}

/**
 * Logs in by e-mail or username. Five failures in a row lock the account for 15 minutes, and an address without
 * an account behaves the same in answer and time.
 * @throws AppError wrongCredentials | accountLocked
 */
export async function login(ctx: Context, input: { identifier: string; password: string }) {
  const { db } = ctx;
  const [user] = await db
    .select({ ...userColumns, passwordHash: users.passwordHash })
    .from(users)
    .where(or(eq(users.email, input.identifier), eq(users.username, input.identifier)))
    .limit(1);
  const subject = user?.uid ?? createHash("sha256").update(input.identifier).digest("hex");
  const [record] = await db.select().from(loginFailures).where(eq(loginFailures.subject, subject));
  const locked = lockSeconds(record, new Date());
  if (locked > 0) throw new AppError("accountLocked", { retryAfter: locked, values: { minutes: Math.ceil(locked / 60) } });

  if (!(await verifyPassword(user?.passwordHash, input.password)) || !user) {
    await recordFailure(db, subject);
    throw new AppError("wrongCredentials");
  }
  if (record) await db.delete(loginFailures).where(eq(loginFailures.subject, subject));
  const { passwordHash: _, ...own } = user;
  return { accessToken: await signIn(ctx, db, own.uid), user: own };
}

/** One statement, so that guesses in parallel count each. A failure after a lock is over starts a new row of five. */
async function recordFailure(db: Executor, subject: string): Promise<void> {
  const expired = sql`${loginFailures.lockedUntil} is not null and ${loginFailures.lockedUntil} <= now()`;
  const failures = sql<number>`case when ${expired} then 1 else ${loginFailures.failures} + 1 end`;
  await db
    .insert(loginFailures)
    .values({ subject, failures: 1 })
    .onConflictDoUpdate({
      target: loginFailures.subject,
      set: {
        failures,
        lastAt: sql`now()`,
        lockedUntil: sql`case when ${failures} >= ${MAX_LOGIN_FAILURES} then now() + make_interval(mins => ${LOCK_MINUTES}) end`,
      },
    });
}

import { asc, eq, inArray } from "drizzle-orm";
import { type AccountFacts, accountState } from "@/features/account/rules";
import { AppError, found } from "@/lib/app-error";
import type { AccountState } from "@/lib/enums/account";
import type { Transaction } from "@/server/db/client";
import { loginFailures, users } from "@/server/db/schema";

export interface LockedAccount {
  user: typeof users.$inferSelect;
  state: AccountState;
  facts: AccountFacts;
}

/** Accounts with the facts that their states follow from, locked in one order. @throws AppError notFound where one is missing */
export async function lockAccounts(tx: Transaction, userIds: string[]): Promise<LockedAccount[]> {
  const wanted = [...new Set(userIds)];
  const rows = await tx.select().from(users).where(inArray(users.id, wanted)).orderBy(asc(users.id)).for("update");
  if (rows.length < wanted.length) throw new AppError("notFound");
  const failures = await tx.select().from(loginFailures).where(inArray(loginFailures.subject, wanted));
  const locks = new Map(failures.map(({ subject, lockedUntil }) => [subject, lockedUntil]));
  const now = new Date();
  return rows.map((user) => {
    const facts = { ...user, lockedUntil: locks.get(user.id) ?? null };
    return { user, state: accountState(facts, now), facts };
  });
}

export const lockAccount = async (tx: Transaction, userId: string): Promise<LockedAccount> => found((await lockAccounts(tx, [userId]))[0]);

/** Those who may do everything, locked: two of them who act on each other at once come one after the other. */
export async function lockSuperAdmins(tx: Transaction): Promise<{ id: string; stays: boolean }[]> {
  const { id, suspendedAt, deletionRequestedAt } = users;
  const rows = await tx
    .select({ id, suspendedAt, deletionRequestedAt })
    .from(users)
    .where(eq(users.role, "super_admin"))
    .orderBy(asc(users.id))
    .for("update");
  // Who is kept out, or about to go, gives nobody a role when it is needed.
  return rows.map((row) => ({ id: row.id, stays: row.suspendedAt === null && row.deletionRequestedAt === null }));
}

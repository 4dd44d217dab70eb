import { eq, inArray } from "drizzle-orm";
import { LEAVING_JOB, userTopic } from "@/features/account/events";
import { endArchives } from "@/features/account/export/mutations";
import { forgetForeign, notify, notifyAll } from "@/features/account/notifications/mutations";
import { account, accountState } from "@/features/account/rules";
import { AppError } from "@/lib/app-error";
import type { AccountState, Role } from "@/lib/enums/account";
import { endSessionsOf, endSessionsWithoutFactor, reopenStreams } from "@/server/auth";
import type { Executor, Transaction } from "@/server/db/client";
import { loginFailures, users } from "@/server/db/schema";
import { wakeJob } from "@/server/jobs/queue";
import { publish } from "@/server/realtime";
import { ACCOUNT_SETTINGS } from "../hrefs";
import type { LockedAccount } from "./queries";

/** Somebody who was kept out or let in, with what they were before, and why they were kept out. */
export interface Turned {
  userId: string;
  before: AccountState;
  after: AccountState;
  reason: string;
}

/**
 * Keeps people out, of whom each is told why: by mail, and again when they try to log in. Every device is signed out.
 * @returns those whose state allows it
 */
export async function suspendAll(tx: Transaction, accounts: LockedAccount[], reason: string): Promise<Turned[]> {
  const turned = accounts
    .filter(({ state }) => account.can(state, "suspended", "admin"))
    .map(({ user, state }) => ({ userId: user.id, before: state, after: "suspended" as const, reason }));
  const ids = turned.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  await tx.update(users).set({ suspendedAt: new Date(), suspensionReason: reason }).where(inArray(users.id, ids));
  await endSessionsOf(tx, ids);
  await endArchives(tx, ...ids);
  await wakeJob(tx, LEAVING_JOB);
  const kind = "account_suspended";
  await notifyAll(tx, ids, { event: "security", kind, values: { reason }, href: ACCOUNT_SETTINGS, mail: kind });
  return turned;
}

/** Lets people in again. @returns those who were kept out, as what they come back, and with why they were out */
export async function restoreAll(tx: Transaction, accounts: LockedAccount[]): Promise<Turned[]> {
  const now = new Date();
  const turned = accounts
    .map(({ user, state, facts }) => ({
      userId: user.id,
      before: state,
      after: accountState({ ...facts, suspendedAt: null }, now),
      reason: user.suspensionReason ?? "",
    }))
    .filter(({ before, after }) => before === "suspended" && account.can(before, after, "admin"));
  const ids = turned.map(({ userId }) => userId);
  if (ids.length === 0) return [];
  await tx.update(users).set({ suspendedAt: null, suspensionReason: null }).where(inArray(users.id, ids));
  await wakeJob(tx, LEAVING_JOB);
  const kind = "account_restored";
  await notifyAll(tx, ids, { event: "security", kind, href: "/dashboard", mail: kind });
  return turned;
}

/** Ends a lock before its time. */
export const unlock = async (db: Executor, userId: string): Promise<void> => {
  await db.delete(loginFailures).where(eq(loginFailures.subject, userId));
};

/**
 * Changes what somebody may do, from their next call on, and tells them. Into the team rises who has proved who they are by all that the
 * account asks for: a session that was opened by a password alone may be a thief's. @throws AppError wrongState for an account that is erased
 */
export async function changeRole(tx: Transaction, { user, state }: LockedAccount, role: Role): Promise<void> {
  if (state === "erased") throw new AppError("wrongState");
  if (user.role === role) return;
  await tx.update(users).set({ role }).where(eq(users.id, user.id));
  if (user.role === "candidate") await endSessionsWithoutFactor(tx, user.id);
  await forgetForeign(tx, user.id, role);
  await notify(tx, { userId: user.id, event: "security", kind: "role_changed", values: { role }, href: ACCOUNT_SETTINGS });
  await publish(tx, userTopic(user.id), "account");
  await reopenStreams(tx, user.id);
}

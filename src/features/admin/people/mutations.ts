import { endArchives } from "@/features/account/export/mutations";
import { settingsHref } from "@/features/account/hrefs";
import { mailVerificationAgain } from "@/features/account/links/mutations";
import { notify } from "@/features/account/notifications/mutations";
import { changeRole, restoreAll, suspendAll, type Turned, unlock } from "@/features/account/standing/mutations";
import { lockAccounts, lockSuperAdmins } from "@/features/account/standing/queries";
import { AppError, found } from "@/lib/app-error";
import type { AuditAction, PeopleAct } from "@/lib/enums/service";
import type { UserContext } from "@/server/api/context";
import { recordAct, recordActs } from "@/server/audit";
import { endSessionsOf } from "@/server/auth";
import type { Transaction } from "@/server/db/client";
import { fits, mayAct } from "./rules";
import type { RestoreInput, RoleInput, SuspendInput } from "./schema";

/**
 * The accounts that somebody is about to act on, locked; with them all who may do everything, so that two of those who act on each
 * other at once come one after the other, and the second finds that it may no more.
 * @throws AppError notFound | forbidden where the caller may not act on one of them | lastSuperAdmin where nobody who stays could give
 * roles after it: a caller who is about to go is not left
 */
async function lockPeople(tx: Transaction, { actor }: UserContext, act: PeopleAct, uids: string[]) {
  const supers = actor.role === "super_admin" ? await lockSuperAdmins(tx) : [];
  if (actor.role === "super_admin" && !supers.some(({ id }) => id === actor.id)) throw new AppError("forbidden");
  const accounts = await lockAccounts(tx, uids);
  if (accounts.some(({ state }) => state === "erased")) throw new AppError("notFound");
  if (!accounts.every(({ user }) => mayAct(act, actor, user))) throw new AppError("forbidden");
  const staying = supers.filter(({ stays }) => stays);
  const takesAway = (act === "suspend" || act === "grantRole") && staying.some(({ id }) => uids.includes(id));
  if (takesAway && staying.every(({ id }) => uids.includes(id))) throw new AppError("lastSuperAdmin");
  return accounts;
}

/** The one account, in a state in which the act has something to do. @throws AppError notFound | forbidden | wrongState */
export async function lockPerson(tx: Transaction, ctx: UserContext, act: PeopleAct, uid: string) {
  const account = found((await lockPeople(tx, ctx, act, [uid]))[0]);
  if (!fits(act, account.state)) throw new AppError("wrongState");
  return account;
}

/** Notes what became of each. @throws AppError wrongState where nothing was to be done about any of them */
async function noteTurned(tx: Transaction, ctx: UserContext, action: AuditAction, turned: Turned[]) {
  if (turned.length === 0) throw new AppError("wrongState");
  await recordActs(
    tx,
    ctx,
    turned.map(({ userId, before, after, reason }) => ({
      action,
      subjectId: userId,
      before: { state: before },
      after: { state: after },
      detail: { reason },
    })),
  );
  return turned.map(({ userId, after, reason }) => ({ uid: userId, state: after, reason }));
}

/**
 * Keeps people out, with a reason that each of them reads. Those who are out already stay as they are.
 * @throws AppError notFound | forbidden, for all of them | wrongState where none is left
 */
export async function suspendPeople(ctx: UserContext, { uids, reason }: SuspendInput) {
  return ctx.db.transaction(async (tx) =>
    noteTurned(tx, ctx, "people.suspend", await suspendAll(tx, await lockPeople(tx, ctx, "suspend", uids), reason)),
  );
}

/** Lets people in again. @throws as `suspendPeople` */
export async function restorePeople(ctx: UserContext, { uids }: RestoreInput) {
  return ctx.db.transaction(async (tx) =>
    noteTurned(tx, ctx, "people.restore", await restoreAll(tx, await lockPeople(tx, ctx, "restore", uids))),
  );
}

/** Ends a lock that wrong passwords brought, before its time. */
export const unlockPerson = (ctx: UserContext, uid: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const { facts } = await lockPerson(tx, ctx, "unlock", uid);
    await unlock(tx, uid);
    await recordAct(tx, ctx, { action: "people.unlock", subjectId: uid, detail: { until: facts.lockedUntil?.toISOString() ?? "" } });
  });

/** Mails the link that confirms an address once more. @throws AppError tooManyRequests */
export async function resendVerification(ctx: UserContext, uid: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { user } = await lockPerson(tx, ctx, "verify", uid);
    await mailVerificationAgain(tx, user);
    await recordAct(tx, ctx, { action: "people.verify", subjectId: uid });
  });
}

/** Signs somebody out everywhere, and tells them. @returns how many devices were signed in */
export const endPersonSessions = (ctx: UserContext, uid: string): Promise<number> =>
  ctx.db.transaction(async (tx) => {
    await lockPerson(tx, ctx, "endSessions", uid);
    const ended = await endSessionsOf(tx, uid);
    await endArchives(tx, uid);
    await recordAct(tx, ctx, { action: "people.endSessions", subjectId: uid, detail: { sessions: ended } });
    const href = settingsHref("devices");
    if (ended > 0) await notify(tx, { userId: uid, event: "security", kind: "signed_out", href });
    return ended;
  });

/** Changes what somebody may do. @throws AppError conflict where it is not what was seen any more */
export const grantPersonRole = (ctx: UserContext, { uid, role, from }: RoleInput): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const account = await lockPerson(tx, ctx, "grantRole", uid);
    if (account.user.role === role) throw new AppError("wrongState");
    if (from && account.user.role !== from) throw new AppError("conflict");
    await changeRole(tx, account, role);
    await recordAct(tx, ctx, { action: "people.grantRole", subjectId: uid, before: { role: account.user.role }, after: { role } });
  });

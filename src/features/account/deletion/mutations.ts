import { and, eq, isNotNull, lte, or, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { notify } from "@/features/account/notifications/mutations";
import { account, accountState, DELETION_GRACE_DAYS, erasureDue } from "@/features/account/rules";
import { lockAccount, lockSuperAdmins } from "@/features/account/standing/queries";
import { AppError } from "@/lib/app-error";
import type { Services, UserContext } from "@/server/api/context";
import { endSessionsOf } from "@/server/auth";
import {
  dataExports,
  erasureReceipts,
  idempotencyKeys,
  loginFailures,
  mailedLinks,
  notificationPreferences,
  users,
} from "@/server/db/schema";
import { dropMailsTo, enqueueMail } from "@/server/mail/outbox";
import { publish } from "@/server/realtime";
import { settingsHref } from "../hrefs";

/** Asks for the end of one's account. It can be taken back for 14 days. @throws AppError wrongState | lastSuperAdmin */
export async function requestDeletion(ctx: UserContext): Promise<{ erasedOn: string }> {
  const now = new Date();
  const due = erasureDue(now).toISOString();
  await ctx.db.transaction(async (tx) => {
    const supers = ctx.actor.role === "super_admin" ? await lockSuperAdmins(tx) : [];
    const { user, state } = await lockAccount(tx, ctx.actor.id);
    if (!account.can(state, "pending_deletion", "owner")) throw new AppError("wrongState");
    // Nobody else could give roles, and this one's goes with the account.
    if (supers.length > 0 && !supers.some(({ id, stays }) => id !== user.id && stays)) throw new AppError("lastSuperAdmin");
    await tx.update(users).set({ deletionRequestedAt: now }).where(eq(users.id, user.id));
    await publish(tx, userTopic(user.id), "account");
    const kind = "deletion_requested";
    const href = settingsHref("data");
    await notify(tx, { userId: user.id, event: "security", kind, values: { erasedAt: due }, href, mail: kind });
  });
  // Whoever sets the database back to a day before this knows by the log what was asked for since (README, "After a restore").
  ctx.log.info({ requestId: ctx.requestId, account: ctx.actor.id }, "end of an account asked for");
  for (const held of ctx.personalData) {
    // Asked for is asked for, whoever is away now: what could not be done at once is the feature's own job's.
    await held.leaving?.(ctx, ctx.actor.id).catch((error: unknown) => ctx.log.warn({ err: error, data: held.name }, "leaving"));
  }
  return { erasedOn: due };
}

/** The way back. @throws AppError wrongState */
export async function cancelDeletion(ctx: UserContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { user, state, facts } = await lockAccount(tx, ctx.actor.id);
    const back = accountState({ ...facts, deletionRequestedAt: null }, new Date());
    if (state !== "pending_deletion" || !account.can(state, back, "owner")) throw new AppError("wrongState");
    await tx.update(users).set({ deletionRequestedAt: null }).where(eq(users.id, user.id));
    await publish(tx, userTopic(user.id), "account");
  });
  ctx.log.info({ requestId: ctx.requestId, account: ctx.actor.id }, "end of an account taken back");
}

/** Erases the accounts whose grace is over, and those whose erasure was interrupted. One that fails does not keep the others. */
export async function eraseDue(services: Services): Promise<void> {
  const due = await services.db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        isNotNull(users.deletionRequestedAt),
        or(isNotNull(users.erasedAt), lte(users.deletionRequestedAt, sql`now() - make_interval(days => ${DELETION_GRACE_DAYS})`)),
      ),
    )
    .limit(100);
  for (const { id } of due) {
    await erase(services, id).catch((error: unknown) => services.log.error({ err: error, account: id }, "erasure failed"));
  }
}

/**
 * First the way back is closed, then the files go, then the rows. If it breaks in between, the next run finds the rows and asks
 * for the files again. What is left is the account's id and a receipt with numbers.
 */
async function erase(services: Services, userId: string): Promise<void> {
  const { db, files, mail, personalData } = services;
  const erased: Record<string, number> = {};
  for (const held of personalData) Object.assign(erased, await held.count(db, userId));
  if (!(await closeWayBack(services, userId))) return;
  const keys: string[] = [];
  for (const held of personalData) keys.push(...(await held.stored(db, userId)));
  const archives = await db.select({ key: dataExports.fileKey }).from(dataExports).where(eq(dataExports.userId, userId));
  keys.push(...archives.flatMap(({ key }) => key ?? []));
  for (let at = 0; at < keys.length; at += 100) await files.remove(keys.slice(at, at + 100));
  await files.removeAllOf(userId);

  const done = await db.transaction(async (tx) => {
    const { user } = await lockAccount(tx, userId);
    const { deletionRequestedAt: requestedAt, erasedAt } = user;
    // Another process may have been faster.
    if (!requestedAt || !erasedAt) return false;
    for (const held of personalData) await held.erase(tx, userId);
    for (const table of [dataExports, notificationPreferences, idempotencyKeys]) await tx.delete(table).where(eq(table.userId, userId));
    await tx.delete(loginFailures).where(eq(loginFailures.subject, userId));
    await tx.delete(mailedLinks).where(eq(mailedLinks.email, user.email));
    await dropMailsTo(tx, user.email);
    await tx.insert(erasureReceipts).values({ userId, requestedAt, erasedAt, erased: { ...erased, files: keys.length } });
    const values = { receipt: userId, erasedAt: erasedAt.toISOString() };
    await mail.forget({ to: user.email });
    if (user.emailVerifiedAt) await enqueueMail(tx, { to: user.email, locale: user.language, template: "erased", values });
    await tx.update(users).set(nobody(userId)).where(eq(users.id, userId));
    return true;
  });
  if (done) services.log.info({ account: userId }, "account erased");
}

/** @returns whether the account is to be erased: its owner may have come back since the list was made, and asked anew */
const closeWayBack = ({ db }: Services, userId: string): Promise<boolean> =>
  db.transaction(async (tx) => {
    const { user, state } = await lockAccount(tx, userId);
    if (!user.deletionRequestedAt) return false;
    if (state === "erased") return true;
    if (!account.can(state, "erased", "server") || erasureDue(user.deletionRequestedAt) > new Date()) return false;
    await tx.update(users).set({ erasedAt: new Date() }).where(eq(users.id, userId));
    await endSessionsOf(tx, userId);
    return true;
  });

/** A row without anything of the person that it was. */
const nobody = (id: string) => ({
  email: `${id}@erased.invalid`,
  username: null,
  passwordHash: null,
  firstName: "",
  lastName: "",
  role: "candidate" as const,
  profession: "",
  timeZone: null,
  interviewDate: null,
  avatarId: null,
  emailVerifiedAt: null,
  totpSecret: null,
  totpEnabledAt: null,
  suspensionReason: null,
  deletionRequestedAt: null,
  lastSeenAt: sql`${users.createdAt}`,
});

import { and, eq, gt, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { settingsHref } from "@/features/account/hrefs";
import { notify, readGroup } from "@/features/account/notifications/mutations";
import { groupOf, lapse, publishToBoth, takeStep } from "@/features/account/viewings/mutations";
import { DECLINED_HOURS, viewing, viewingState } from "@/features/account/viewings/rules";
import { lockPerson } from "@/features/admin/people/mutations";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { fullNameOf } from "@/server/db/names";
import { users, viewings } from "@/server/db/schema";
import type { AskInput } from "./schema";

/**
 * Asks somebody for a look at their account.
 * @throws AppError notFound | forbidden | wrongState while one is open already | viewingDeclined for a day after a no
 */
export async function askViewing(ctx: UserContext, { uid, reason }: AskInput): Promise<void> {
  const { db, actor } = ctx;
  const asked = db.transaction(async (tx) => {
    await lockPerson(tx, ctx, "view", uid);
    await lapse(tx, and(eq(viewings.userId, uid), eq(viewings.adminId, actor.id)));
    await requireNoRecentNo(tx, actor.id, uid);
    const id = uuidv7();
    await tx.insert(viewings).values({ id, userId: uid, adminId: actor.id, reason });
    await recordAct(tx, ctx, { action: "people.askView", subjectId: uid, target: { kind: "viewing", id }, detail: { reason } });
    await notify(tx, {
      userId: uid,
      event: "security",
      kind: "viewing_asked",
      values: { by: await nameOf(tx, actor.id), reason },
      named: actor.id,
      href: settingsHref("data"),
      groupKey: groupOf(id),
    });
    await publishToBoth(tx, { userId: uid, adminId: actor.id });
  });
  await asked.catch((error: unknown) => {
    throw isUniqueViolation(error, "viewings_open_key") ? new AppError("wrongState", { cause: error }) : error;
  });
}

async function requireNoRecentNo(tx: Transaction, adminId: string, userId: string): Promise<void> {
  const since = sql`now() - make_interval(hours => ${DECLINED_HOURS})`;
  const said = and(
    eq(viewings.userId, userId),
    eq(viewings.adminId, adminId),
    eq(viewings.state, "declined"),
    gt(viewings.answeredAt, since),
  );
  if ((await tx.$count(viewings, said)) > 0) throw new AppError("viewingDeclined");
}

async function nameOf(tx: Transaction, userId: string): Promise<string> {
  const name = fullNameOf(users);
  const [row] = await tx.select({ name }).from(users).where(eq(users.id, userId));
  return found(row).name;
}

const own = ({ actor }: UserContext, uid: string) => and(eq(viewings.id, uid), eq(viewings.adminId, actor.id));

/** Opens the account of somebody who allows it, for reading. @throws AppError notFound | forbidden | wrongState */
export async function openViewing(ctx: UserContext, uid: string) {
  const { actor, tokens } = ctx;
  const row = await ctx.db.transaction(async (tx) => {
    const [known] = await tx.select({ userId: viewings.userId }).from(viewings).where(own(ctx, uid));
    const { userId } = found(known);
    // The account before what is about it: as everybody else who acts on it goes.
    await lockPerson(tx, ctx, "view", userId);
    const [held] = await tx.select().from(viewings).where(own(ctx, uid)).for("update");
    const { state, reason, askedAt, answeredAt, endsAt, openedAt } = found(held);
    if (viewingState({ state, askedAt, endsAt }, new Date()) !== "allowed" || !endsAt) throw new AppError("wrongState");
    if (!openedAt) await tx.update(viewings).set({ openedAt: new Date() }).where(eq(viewings.id, uid));
    // The log is kept when the rest is forgotten: it says that there was a consent, and when.
    const detail = { reason, allowedAt: answeredAt?.toISOString() ?? "" };
    await recordAct(tx, ctx, { action: "people.openView", subjectId: userId, target: { kind: "viewing", id: uid }, detail });
    await publishToBoth(tx, { userId, adminId: actor.id });
    return { userId, endsAt };
  });
  const accessToken = await tokens.issue(row.userId, uid, row.endsAt, { adminId: actor.id, sessionId: actor.sessionId });
  return { accessToken, endsAt: row.endsAt.toISOString() };
}

/** Takes a question back, or ends a look before its time. @throws AppError notFound | wrongState */
export const endViewing = (ctx: UserContext, uid: string): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const [held] = await tx.select({ state: viewings.state }).from(viewings).where(own(ctx, uid));
    const to = viewing.next(found(held).state).includes("withdrawn") ? "withdrawn" : "ended";
    const { userId } = await takeStep(tx, own(ctx, uid), "admin", to, { endedAt: new Date() });
    await readGroup(tx, [userId], groupOf(uid));
    await recordAct(tx, ctx, { action: "people.endView", subjectId: userId, target: { kind: "viewing", id: uid } });
  });

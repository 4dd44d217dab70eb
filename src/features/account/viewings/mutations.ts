import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { userTopic } from "@/features/account/events";
import { notify, readGroup } from "@/features/account/notifications/mutations";
import { AppError, found } from "@/lib/app-error";
import type { ViewingState } from "@/lib/enums/account";
import { fullName } from "@/lib/names";
import type { Services, UserContext } from "@/server/api/context";
import type { Executor, Transaction } from "@/server/db/client";
import { users, viewings } from "@/server/db/schema";
import { publishAll } from "@/server/realtime";
import { ASKED_DAYS, allowedUntil, type By, KEPT_DAYS, viewing, viewingState } from "./rules";
import type { ViewingAnswerInput } from "./schema";

type Row = typeof viewings.$inferSelect;

/** What the pages of both are told when something about a look at an account has changed. */
const NEWS = "viewings";
export const groupOf = (viewingId: string): string => `viewing:${viewingId}`;

/** What is open and past its time. */
const OVERDUE = sql`(${viewings.state} = 'asked' and ${viewings.askedAt} <= now() - make_interval(days => ${ASKED_DAYS}))
  or (${viewings.state} = 'allowed' and ${viewings.endsAt} <= now())`;

/** Writes down what the clock has ended. */
export async function lapse(db: Executor, which?: SQL): Promise<void> {
  await db
    .update(viewings)
    .set({ state: "lapsed" })
    .where(and(sql`(${OVERDUE})`, which));
}

/**
 * Takes a step of a look that is somebody's to take, in a transaction, and tells both sides.
 * @param whose which of them are the caller's
 * @throws AppError notFound | wrongState
 */
export async function takeStep(tx: Transaction, whose: SQL | undefined, by: By, to: ViewingState, set: Partial<Row> = {}): Promise<Row> {
  const [known] = await tx.select({ userId: viewings.userId }).from(viewings).where(whose);
  // The account before what is about it, as whoever suspends it goes: else each could wait for the other.
  await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, found(known).userId))
    .for("key share");
  const [row] = await tx.select().from(viewings).where(whose).for("update");
  const held = found(row);
  if (!viewing.can(viewingState(held, new Date()), to, by)) throw new AppError("wrongState");
  await tx
    .update(viewings)
    .set({ state: to, ...set })
    .where(eq(viewings.id, held.id));
  await publishToBoth(tx, held);
  return { ...held, state: to, ...set };
}

export async function publishToBoth(tx: Transaction, { userId, adminId }: Pick<Row, "userId" | "adminId">): Promise<void> {
  await publishAll(tx, [userTopic(userId), userTopic(adminId)], NEWS);
}

const own = ({ actor }: UserContext, uid: string) => and(eq(viewings.id, uid), eq(viewings.userId, actor.id));

/** Says yes or no to a look at one's own account, and tells whoever asked. @throws AppError notFound | wrongState */
export const answerViewing = (ctx: UserContext, { uid, allow }: ViewingAnswerInput): Promise<void> =>
  ctx.db.transaction(async (tx) => {
    const now = new Date();
    const set = { answeredAt: now, ...(allow ? { endsAt: allowedUntil(now) } : { endedAt: now }) };
    const { adminId } = await takeStep(tx, own(ctx, uid), "owner", allow ? "allowed" : "declined", set);
    await readGroup(tx, [ctx.actor.id], groupOf(uid));
    const [person] = await tx
      .select({ firstName: users.firstName, lastName: users.lastName })
      .from(users)
      .where(eq(users.id, ctx.actor.id));
    await notify(tx, {
      userId: adminId,
      event: "viewings",
      kind: allow ? "viewing_allowed" : "viewing_declined",
      values: { person: fullName(found(person)) },
      named: ctx.actor.id,
      href: `/dashboard/admin/people/person?uid=${ctx.actor.id}`,
      groupKey: groupOf(uid),
    });
  });

/** Ends a look at one's own account before its time. @throws AppError notFound | wrongState */
export const endOwnViewing = (ctx: UserContext, uid: string): Promise<unknown> =>
  ctx.db.transaction((tx) => takeStep(tx, own(ctx, uid), "owner", "ended", { endedAt: new Date() }));

/** Writes down what is over, and forgets what was long ago. */
export async function tidyViewings({ db }: Services): Promise<void> {
  await lapse(db);
  await db.delete(viewings).where(lt(viewings.askedAt, sql`now() - make_interval(days => ${KEPT_DAYS})`));
}

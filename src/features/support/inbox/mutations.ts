import { and, desc, eq, gt, inArray, lt } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { STAFF_TOPIC, userTopic } from "@/features/account/events";
import { ofTeam, teamIds } from "@/features/account/queries";
import { AppError, found } from "@/lib/app-error";
import type { AuditAction } from "@/lib/enums/service";
import type { NoteKind } from "@/lib/enums/support";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { conversations, supportMessages, supportNotes, supportWaits, users } from "@/server/db/schema";
import { publish } from "@/server/realtime";
import { encodeEvent } from "../chat/events";
import {
  asConflict,
  endWait,
  inOrder,
  lockConversation,
  messageOf,
  moveRead,
  openAgain,
  publishToConversation,
  turn,
  write,
  writtenBefore,
} from "../chat/mutations";
import { type Conversation, hasReadAll } from "../chat/queries";
import { isClosed, conversation as lifecycle } from "../chat/rules";
import type { ReadInput } from "../chat/schema";
import { mailAnswer, mailSolved } from "../contact/mutations";
import { messageSeen, notifyOfAssigned, notifyOfReopened, notifyOfSolved, seenBy } from "../notices/mutations";
import { getForTeam } from "./queries";
import { ALIVE_STATES, mayWake, mayWork } from "./rules";
import type { AnswerInput, AssignInput, NoteInput, ResolveInput, SnoozeInput } from "./schema";

interface Note {
  uid?: string | undefined;
  kind: NoteKind;
  text?: string;
  subjectId?: string | null;
  until?: Date;
}

/** Notes for the team, which alone hears of it. */
async function note(tx: Transaction, conversationId: string, authorId: string, { uid = uuidv7(), ...rest }: Note): Promise<void> {
  await tx.insert(supportNotes).values({ id: uid, conversationId, authorId, ...rest });
  await publish(tx, STAFF_TOPIC, encodeEvent(conversationId, { what: "changed" }));
}

/** Notes that something was done with a conversation; what was said in it stays there. */
const noted = (
  tx: Transaction,
  ctx: UserContext,
  action: AuditAction,
  { id, userId }: Conversation,
  detail: Record<string, unknown> = {},
) => recordAct(tx, ctx, { action, ...(userId && { subjectId: userId }), target: { kind: "conversation", id }, detail });

/** A conversation under its lock, for somebody of the team. @throws AppError notFound | forbidden for an own one */
async function lockForTeam(tx: Transaction, { actor }: UserContext, conversationId: string): Promise<Conversation> {
  const row = found(await lockConversation(tx, conversationId));
  if (!mayWork(row.userId, actor.id)) throw new AppError("forbidden");
  return row;
}

/** Works on one conversation under its lock. @returns it as the team then sees it @throws AppError notFound | forbidden for an own one */
const working = (ctx: UserContext, conversationId: string, work: (tx: Transaction, row: Conversation) => Promise<void>) =>
  ctx.db
    .transaction(async (tx) => {
      await work(tx, await lockForTeam(tx, ctx, conversationId));
      return getForTeam(tx, ctx.actor, conversationId);
    })
    .catch(asConflict);

/** Who looks after a conversation: nobody where whoever it was given to is not of the team now. */
const keeperOf = async (tx: Transaction, { assigneeId }: Conversation): Promise<string | null> =>
  assigneeId !== null && (await teamIds(tx)).includes(assigneeId) ? assigneeId : null;

/** Nothing is put aside or called solved that its author has written in since. @throws AppError conflict with the conversation as it is now */
async function seenAll(tx: Transaction, { actor }: UserContext, { id, lastSeq }: Conversation, seq: number | undefined): Promise<void> {
  if (seq === undefined || lastSeq <= seq) return;
  const [later] = await tx
    .select({ seq: supportMessages.seq })
    .from(supportMessages)
    .where(and(eq(supportMessages.conversationId, id), gt(supportMessages.seq, seq), eq(supportMessages.side, "user")))
    .limit(1);
  if (later) throw new AppError("conflict", { current: await getForTeam(tx, actor, id) });
}

/**
 * Answers somebody. Whoever answers what nobody looks after looks after it.
 * @returns the message, also when it had been written under this id before
 * @throws AppError notFound | forbidden for an own one | conversationClosed | attachmentGone | conflict
 */
export async function answer(ctx: UserContext, input: AnswerInput) {
  const { db, actor } = ctx;
  const { conversationId, message, uid = idFrom("message", actor.id, ctx.idempotencyKey), attachments, seq } = input;
  return db
    .transaction(async (tx) => {
      const row = await lockForTeam(tx, ctx, conversationId);
      if (await writtenBefore(tx, uid, conversationId, actor.id)) return messageOf(tx, conversationId, uid);
      const tellGuest = row.guestEmail !== null && (await hasReadAll(tx, row));
      await write(tx, row, { uid, side: "support", authorId: actor.id, text: message, attachments, seen: seq }, new Date());
      if (tellGuest) await mailAnswer(tx, row);
      if (!(await keeperOf(tx, row)))
        await tx.update(conversations).set({ assigneeId: actor.id }).where(eq(conversations.id, conversationId));
      await noted(tx, ctx, "support.answer", row, { message: uid });
      return messageOf(tx, conversationId, uid);
    })
    .catch(asConflict);
}

/** Writes something that only the team sees. Asked again with the same id, it stands there once. */
export const addNote = (ctx: UserContext, { conversationId, uid = idFrom("note", ctx.actor.id, ctx.idempotencyKey), text }: NoteInput) =>
  working(ctx, conversationId, async (tx, row) => {
    const [before] = await tx.select().from(supportNotes).where(eq(supportNotes.id, uid));
    if (before && (before.conversationId !== conversationId || before.authorId !== ctx.actor.id)) throw new AppError("conflict");
    if (before) return;
    await note(tx, conversationId, ctx.actor.id, { uid, kind: "text", text });
    await noted(tx, ctx, "support.note", row);
  });

/**
 * Gives a conversation to somebody of the team, who is told unless they took it themselves, or back to all.
 * @throws AppError conversationTaken where somebody else was quicker | notFound | forbidden for an own one
 */
export const assign = (ctx: UserContext, { conversationId, assigneeId, expected }: AssignInput) =>
  working(ctx, conversationId, async (tx, row) => {
    if (row.assigneeId === assigneeId) return;
    // Whoever has just answered looks after it from then on, and may not have seen it yet.
    if (row.assigneeId !== expected && row.assigneeId !== ctx.actor.id) throw new AppError("conversationTaken");
    if (assigneeId) {
      if (!mayWork(row.userId, assigneeId)) throw new AppError("forbidden");
      const [member] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, assigneeId), ofTeam));
      found(member);
    }
    // Somebody has taken it up: it is not new any more.
    await tx
      .update(conversations)
      .set({ assigneeId, ...(assigneeId && row.state === "new" ? { state: "open" as const } : {}) })
      .where(eq(conversations.id, conversationId));
    await note(tx, conversationId, ctx.actor.id, { kind: assigneeId ? "assigned" : "released", subjectId: assigneeId });
    if (assigneeId && row.state === "new") await publishToConversation(tx, row, { what: "changed" });
    // It is somebody else's now: whoever had it need not look for it any more.
    if (assigneeId && row.assigneeId) await seenBy(tx, row, row.assigneeId);
    if (assigneeId && assigneeId !== ctx.actor.id) await notifyOfAssigned(tx, row, assigneeId);
    await noted(tx, ctx, "support.assign", row, { from: row.assigneeId, to: assigneeId });
  });

/**
 * Puts a conversation aside until an instant.
 * @throws AppError snoozeTime for an instant that is past or far off | wrongState | conflict where its author has written since
 */
export const snooze = (ctx: UserContext, { conversationId, until, seq }: SnoozeInput) =>
  working(ctx, conversationId, async (tx, row) => {
    const at = new Date(until);
    if (!mayWake(at, new Date())) throw new AppError("snoozeTime");
    if (row.state === "snoozed" && row.snoozedUntil?.getTime() === at.getTime()) return;
    if (row.state !== "snoozed" && !lifecycle.can(row.state, "snoozed", "support")) throw new AppError("wrongState");
    await seenAll(tx, ctx, row, seq);
    await tx.update(conversations).set({ state: "snoozed", snoozedUntil: at }).where(eq(conversations.id, conversationId));
    await note(tx, conversationId, ctx.actor.id, { kind: "snoozed", until: at });
    await noted(tx, ctx, "support.snooze", row, { until });
    // Its author sees a sleeping one as open.
    if (row.state === "new" || row.state === "waiting_user") await publishToConversation(tx, row, { what: "changed" });
  });

/** Takes a conversation up again before its time. */
export const wake = (ctx: UserContext, conversationId: string) =>
  working(ctx, conversationId, async (tx, row) => {
    if (row.state === "open") return;
    if (row.state !== "snoozed") throw new AppError("wrongState");
    await tx.update(conversations).set({ state: "open", snoozedUntil: null }).where(eq(conversations.id, conversationId));
    await note(tx, conversationId, ctx.actor.id, { kind: "woken" });
    await noted(tx, ctx, "support.wake", row);
  });

/**
 * Says that it is solved; its author is told, and may open it again for a week.
 * @throws AppError wrongState | conflict where its author has written since
 */
export const resolve = (ctx: UserContext, { conversationId, seq: seen }: ResolveInput) =>
  working(ctx, conversationId, async (tx, row) => {
    if (row.state === "resolved") return;
    if (!lifecycle.can(row.state, "resolved", "support")) throw new AppError("wrongState");
    await seenAll(tx, ctx, row, seen);
    const seq = await turn(tx, row, "resolved", "support", ctx.actor.id);
    const now = new Date();
    await endWait(tx, conversationId, false);
    await tx
      .update(conversations)
      .set({
        state: "resolved",
        resolvedAt: now,
        movedAt: now,
        waitingSince: null,
        snoozedUntil: null,
        lastSeq: seq,
        supportDelivered: seq,
        supportRead: seq,
      })
      .where(eq(conversations.id, conversationId));
    await publishToConversation(tx, row, { what: "message", seq });
    await messageSeen(tx, row);
    await notifyOfSolved(tx, row);
    await mailSolved(tx, row);
    await noted(tx, ctx, "support.resolve", row);
  });

/**
 * Opens again what counted as solved, as by a slip: whoever had no answer yet goes on waiting since they asked.
 * @throws AppError conversationClosed once its week is over | wrongState
 */
export const reopen = (ctx: UserContext, conversationId: string) =>
  working(ctx, conversationId, async (tx, row) => {
    if (row.state === "open") return;
    if (isClosed(row, new Date())) throw new AppError("conversationClosed");
    if (row.state !== "resolved" || !lifecycle.can(row.state, "open", "support")) throw new AppError("wrongState");
    const waitingSince = await waitAgain(tx, conversationId);
    const seq = await openAgain(tx, row, "support", ctx.actor.id);
    await tx
      .update(conversations)
      .set({
        state: "open",
        resolvedAt: null,
        movedAt: new Date(),
        waitingSince,
        lastSeq: seq,
        supportDelivered: seq,
        supportRead: seq,
      })
      .where(eq(conversations.id, conversationId));
    await publishToConversation(tx, row, { what: "message", seq });
    await notifyOfReopened(tx, row);
    await noted(tx, ctx, "support.reopen", row);
  });

/** Takes up the wait that "solved" ended, where its author has the last word. @returns since when they wait */
async function waitAgain(tx: Transaction, conversationId: string): Promise<Date | null> {
  const [last] = await tx
    .select({ side: supportMessages.side })
    .from(supportMessages)
    .where(and(eq(supportMessages.conversationId, conversationId), eq(supportMessages.kind, "text")))
    .orderBy(desc(supportMessages.seq))
    .limit(1);
  if (last?.side !== "user") return null;
  const ofIt = eq(supportWaits.conversationId, conversationId);
  const newest = tx.select({ id: supportWaits.id }).from(supportWaits).where(ofIt).orderBy(desc(supportWaits.startedAt)).limit(1);
  const unanswered = and(inArray(supportWaits.id, newest), eq(supportWaits.answered, false));
  const [wait] = await tx.update(supportWaits).set({ endedAt: null }).where(unanswered).returning({ startedAt: supportWaits.startedAt });
  return wait?.startedAt ?? null;
}

/**
 * The team has seen somebody's messages up to a number. Whoever looks at their own has not: the others are still to. Whoever looks at
 * what a colleague looks after has seen it for themselves alone: the colleague is still to.
 */
export async function readForTeam({ db, actor }: UserContext, { conversationId, seq }: ReadInput) {
  return db.transaction(async (tx) => {
    const row = found(await lockConversation(tx, conversationId));
    if (mayWork(row.userId, actor.id)) {
      const keeper = await keeperOf(tx, row);
      if (keeper === null || keeper === actor.id) await moveRead(tx, row, "support", seq);
      // What came meanwhile has not been seen: its notice stands.
      if (row.lastSeq <= seq) await seenBy(tx, row, actor.id);
    }
    return { uid: conversationId };
  });
}

/** What people wrote has come to a device of the team's. @returns how many conversations that concerns */
export async function receiveForTeam({ db }: UserContext) {
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(conversations)
      .set({ supportDelivered: conversations.lastSeq })
      .where(
        inArray(
          conversations.id,
          inOrder(tx, and(inArray(conversations.state, [...ALIVE_STATES]), lt(conversations.supportDelivered, conversations.lastSeq))),
        ),
      )
      .returning({ id: conversations.id, userId: conversations.userId });
    for (const { id, userId } of moved) if (userId) await publish(tx, userTopic(userId), encodeEvent(id, { what: "changed" }));
    return { conversations: moved.length };
  });
}

/** Lets somebody see that an answer is being written. */
export async function sayTeamTyping({ db }: UserContext, conversationId: string) {
  const [row] = await db.select({ userId: conversations.userId }).from(conversations).where(eq(conversations.id, conversationId));
  const { userId } = found(row);
  const message = encodeEvent(conversationId, { what: "typing", side: "support" });
  if (userId) await publish(db, userTopic(userId), message);
  return { uid: conversationId };
}

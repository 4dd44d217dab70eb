import { and, asc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { STAFF_TOPIC, userTopic } from "@/features/account/events";
import { AppError, found } from "@/lib/app-error";
import type { ConversationSide, MessageKind } from "@/lib/enums/support";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { conversations, supportAttachments, supportMessages, supportWaits, users } from "@/server/db/schema";
import { textVectorOf } from "@/server/db/search";
import { publish } from "@/server/realtime";
import { answerSeen, messageSeen, notifyOfAnswer, notifyOfMessage, notifyOfReopened, solvedNoMore } from "../notices/mutations";
import { encodeEvent, type LiveEvent } from "./events";
import { type Conversation, firstUnseen, messagesOf, ownConversation, toConversation } from "./queries";
import { afterMessage } from "./rules";
import type { BeginInput, ReadInput, ReportInput, SatisfactionInput, SendInput } from "./schema";

/** Tells both sides. */
export async function publishToConversation(
  tx: Transaction,
  { id, userId }: Pick<Conversation, "id" | "userId">,
  event: LiveEvent,
): Promise<void> {
  const message = encodeEvent(id, event);
  await publish(tx, STAFF_TOPIC, message);
  if (userId) await publish(tx, userTopic(userId), message);
}

/** A conversation for whoever writes next; others wait until the transaction ends, so that numbers have no gaps and no order but one. */
export async function lockConversation(tx: Transaction, id: string): Promise<Conversation | undefined> {
  const [row] = await tx.select().from(conversations).where(eq(conversations.id, id)).for("update");
  return row;
}

/** Conversations to change several of at once: all who do so lock them in one order, so that nobody waits in a circle. */
export const inOrder = (tx: Transaction, which: SQL | undefined) =>
  tx.select({ id: conversations.id }).from(conversations).where(which).orderBy(asc(conversations.id)).for("update");

interface Written {
  uid: string;
  kind?: MessageKind;
  side: ConversationSide;
  authorId: string | null;
  text: string;
  attachments?: string[];
  /** Of support's: the number of the last message that its author had seen. */
  seen?: number | undefined;
}

/** Puts one message at the end of a locked conversation. @returns its number */
async function append(
  tx: Transaction,
  row: Conversation,
  { uid, kind = "text", side, authorId, text, attachments = [] }: Written,
): Promise<number> {
  row.lastSeq += 1;
  const values = { id: uid, conversationId: row.id, seq: row.lastSeq, kind, side, authorId, text, search: textVectorOf(text) };
  await tx.insert(supportMessages).values(values);
  if (attachments.length > 0) {
    // Only what its author has uploaded and not sent yet; a part of it would be a message that says less than was meant.
    const attached = await tx
      .update(supportAttachments)
      .set({ messageId: uid, position: sql`array_position(${sql.param(attachments)}::uuid[], ${supportAttachments.id})` })
      .where(
        and(
          inArray(supportAttachments.id, attachments),
          isNull(supportAttachments.messageId),
          authorId ? eq(supportAttachments.uploaderId, authorId) : sql`false`,
        ),
      )
      .returning({ id: supportAttachments.id });
    if (attached.length !== new Set(attachments).size) throw new AppError("attachmentGone");
  }
  return row.lastSeq;
}

/**
 * Writes into a locked conversation, and takes the step that follows from it.
 * @throws AppError conversationClosed | attachmentGone
 */
export async function write(tx: Transaction, row: Conversation, message: Written, now: Date): Promise<void> {
  const { side } = message;
  const above = row.lastSeq;
  const state = afterMessage(row, side, now);
  if (!state) throw new AppError("conversationClosed");
  const reopened = row.state === "resolved";
  if (reopened) await openAgain(tx, row, side, message.authorId);
  const unseen = side === "support" ? await firstUnseen(tx, row, message.seen) : undefined;
  const seq = await append(tx, row, message);
  if (side === "support") await endWait(tx, row.id, true);
  const waitingSince = side === "support" ? (unseen?.createdAt ?? null) : (row.waitingSince ?? now);
  const beginsToWait = waitingSince && (side === "support" || !row.waitingSince);
  if (beginsToWait) await tx.insert(supportWaits).values({ id: uuidv7(), conversationId: row.id, startedAt: waitingSince });
  await tx
    .update(conversations)
    .set({
      state: unseen ? "open" : state,
      lastSeq: seq,
      movedAt: now,
      resolvedAt: null,
      snoozedUntil: null,
      waitingSince,
      // An answer is to what stands above. What its author wrote without a connection says nothing of what had come meanwhile.
      ...(side === "support"
        ? { supportRead: unseen ? unseen.seq - 1 : seq, supportDelivered: seq }
        : row.userRead >= above
          ? { userRead: seq, userDelivered: seq }
          : {}),
    })
    .where(eq(conversations.id, row.id));
  await publishToConversation(tx, row, { what: "message", seq });
  if (side === "user") {
    if (reopened) await notifyOfReopened(tx, row);
    return notifyOfMessage(tx, row);
  }
  // Whoever answers has seen the question, on whatever way.
  if (!unseen) await messageSeen(tx, row);
  await notifyOfAnswer(tx, row);
}

/** The turn from solved to open. @returns its number */
export async function openAgain(tx: Transaction, row: Conversation, side: ConversationSide, authorId: string | null): Promise<number> {
  await solvedNoMore(tx, row);
  return turn(tx, row, "reopened", side, authorId);
}

/** Nobody waits any more. @param answered whether it was support's word that ended it */
export async function endWait(tx: Transaction, conversationId: string, answered: boolean): Promise<void> {
  await tx
    .update(supportWaits)
    .set({ endedAt: sql`now()`, answered })
    .where(and(eq(supportWaits.conversationId, conversationId), isNull(supportWaits.endedAt)));
}

/** A turn that both sides see, such as "solved". */
export async function turn(
  tx: Transaction,
  row: Conversation,
  kind: MessageKind,
  side: ConversationSide,
  authorId: string | null,
): Promise<number> {
  return append(tx, row, { uid: uuidv7(), kind, side, authorId, text: "" });
}

/** The message that was written under this id before, if its author asks again; under somebody else's id nothing is written. */
export async function writtenBefore(tx: Transaction, uid: string | undefined, conversationId: string, authorId: string | null) {
  if (!uid) return false;
  const [before] = await tx
    .select({ conversationId: supportMessages.conversationId, authorId: supportMessages.authorId })
    .from(supportMessages)
    .where(eq(supportMessages.id, uid));
  if (!before) return false;
  if (before.conversationId !== conversationId || before.authorId !== authorId) throw new AppError("conflict");
  return true;
}

export async function messageOf(tx: Transaction, conversationId: string, uid: string) {
  const [row] = await tx.select({ seq: supportMessages.seq }).from(supportMessages).where(eq(supportMessages.id, uid));
  const { seq } = found(row);
  const { messages } = await messagesOf(tx, conversationId, { before: seq + 1, after: seq - 1 });
  return found(messages.at(0));
}

/** Two transactions wrote under one id at once: the other one was first. */
export const asConflict = (error: unknown): never => {
  const ids = ["support_messages_pkey", "support_notes_pkey", "support_conversations_pkey"];
  if (ids.some((key) => isUniqueViolation(error, key))) throw new AppError("conflict", { cause: error });
  throw error;
};

/**
 * Begins a conversation with its first message. Asked again with the same ids it answers what is there.
 * @throws AppError conflict for an id that is taken | attachmentGone
 */
export async function beginConversation({ db, actor, locale, idempotencyKey: key }: UserContext, input: BeginInput) {
  const { subject, message, attachments } = input;
  const { uid = idFrom("conversation", actor.id, key), messageUid = idFrom("message", actor.id, key) } = input;
  return db
    .transaction(async (tx) => {
      const now = new Date();
      const [person] = await tx.select().from(users).where(eq(users.id, actor.id));
      const { email, firstName, lastName } = found(person);
      const made = await tx
        .insert(conversations)
        .values({ id: uid, userId: actor.id, locale, subject, search: textVectorOf(subject, email, firstName, lastName) })
        .onConflictDoNothing()
        .returning({ id: conversations.id });
      const row = found(await lockConversation(tx, uid));
      if (made.length === 0 && row.userId !== actor.id) throw new AppError("conflict");
      if (!(await writtenBefore(tx, messageUid, uid, actor.id))) {
        if (made.length === 0) throw new AppError("conflict");
        await write(tx, row, { uid: messageUid, side: "user", authorId: actor.id, text: message, attachments }, now);
      }
      const { row: begun, unread } = await ownConversation(tx, actor, uid);
      return toConversation(begun, unread, now);
    })
    .catch(asConflict);
}

/**
 * Writes into an own conversation; one that was solved within the last days is open again.
 * @returns the message, also when it had been written under this id before
 * @throws AppError notFound | conversationClosed | attachmentGone | conflict
 */
export async function sendMessage({ db, actor, idempotencyKey }: UserContext, input: SendInput) {
  const { conversationId, message, uid = idFrom("message", actor.id, idempotencyKey), attachments } = input;
  return db
    .transaction(async (tx) => {
      const row = await lockConversation(tx, conversationId);
      if (row?.userId !== actor.id) throw new AppError("notFound");
      if (!(await writtenBefore(tx, uid, conversationId, actor.id)))
        await write(tx, row, { uid, side: "user", authorId: actor.id, text: message, attachments }, new Date());
      return messageOf(tx, conversationId, uid);
    })
    .catch(asConflict);
}

/** One side has seen the messages up to a number; that never goes back, nor beyond what there is. */
export async function moveRead(
  tx: Transaction,
  row: Pick<Conversation, "id" | "userId">,
  side: ConversationSide,
  seq: number,
): Promise<void> {
  const reach = sql`least(${seq}::int, ${conversations.lastSeq})`;
  const [delivered, read] =
    side === "user" ? [conversations.userDelivered, conversations.userRead] : [conversations.supportDelivered, conversations.supportRead];
  const further = { delivered: sql`greatest(${delivered}, ${reach})`, read: reach };
  const moved = await tx
    .update(conversations)
    .set(
      side === "user"
        ? { userDelivered: further.delivered, userRead: further.read }
        : { supportDelivered: further.delivered, supportRead: further.read },
    )
    .where(and(eq(conversations.id, row.id), lt(read, reach)))
    .returning({ lastSeq: conversations.lastSeq });
  const [after] = moved;
  if (!after) return;
  await publishToConversation(tx, row, { what: "changed" });
  // What came meanwhile has not been seen: its notice stands.
  if (after.lastSeq <= seq) await (side === "user" ? answerSeen : messageSeen)(tx, row);
}

export async function readConversation({ db, actor }: UserContext, { conversationId, seq }: ReadInput) {
  return db.transaction(async (tx) => {
    const { row } = await ownConversation(tx, actor, conversationId);
    await moveRead(tx, row, "user", seq);
    return { uid: conversationId };
  });
}

/** What support wrote has come to a device of its reader's. @returns how many conversations that concerns */
export async function receiveMessages({ db, actor }: UserContext) {
  return db.transaction(async (tx) => {
    const moved = await tx
      .update(conversations)
      .set({ userDelivered: conversations.lastSeq })
      .where(
        inArray(
          conversations.id,
          inOrder(tx, and(eq(conversations.userId, actor.id), lt(conversations.userDelivered, conversations.lastSeq))),
        ),
      )
      .returning({ id: conversations.id });
    for (const { id } of moved) await publish(tx, STAFF_TOPIC, encodeEvent(id, { what: "changed" }));
    return { conversations: moved.length };
  });
}

/** The conversation with its newest messages, or with those of a page further back; what is shown counts as read. */
export async function viewConversation(
  ctx: UserContext,
  { conversationId, before }: { conversationId: string; before?: number | undefined },
) {
  return ctx.db.transaction(async (tx) => {
    const { row } = await ownConversation(tx, ctx.actor, conversationId);
    const shown = await messagesOf(tx, conversationId, { before });
    await moveRead(tx, row, "user", shown.messages.at(-1)?.seq ?? 0);
    const { row: seen, unread } = await ownConversation(tx, ctx.actor, conversationId);
    return { ...toConversation(seen, unread, new Date()), ...shown };
  });
}

/** Lets support see that its author is typing; nothing of it is kept. */
export async function sayTyping({ db, actor }: UserContext, conversationId: string) {
  await ownConversation(db, actor, conversationId);
  await publish(db, STAFF_TOPIC, encodeEvent(conversationId, { what: "typing", side: "user" }));
  return { uid: conversationId };
}

/** What somebody says once of how it went. @throws AppError notFound | wrongState unless it is solved and nothing was said yet */
export async function rateConversation({ db, actor }: UserContext, { conversationId, satisfaction, comment }: SatisfactionInput) {
  return db.transaction(async (tx) => {
    const row = await lockConversation(tx, conversationId);
    if (row?.userId !== actor.id) throw new AppError("notFound");
    const solved = row.state === "resolved" || row.state === "closed";
    if (!solved || (row.satisfaction !== null && row.satisfaction !== satisfaction)) throw new AppError("wrongState");
    await tx
      .update(conversations)
      .set({ satisfaction, ...(comment === undefined ? {} : { satisfactionComment: comment }) })
      .where(eq(conversations.id, conversationId));
    await publishToConversation(tx, row, { what: "changed" });
    const { row: rated, unread } = await ownConversation(tx, actor, conversationId);
    return toConversation(rated, unread, new Date());
  });
}

/** Lets the team see what somebody's browser says of itself, or takes that back. */
export async function shareReport({ db, actor }: UserContext, { conversationId, report }: ReportInput) {
  return db.transaction(async (tx) => {
    const row = await lockConversation(tx, conversationId);
    if (row?.userId !== actor.id) throw new AppError("notFound");
    const sharedAt = report ? new Date() : null;
    await tx.update(conversations).set({ deviceReport: report, deviceReportAt: sharedAt }).where(eq(conversations.id, conversationId));
    await publishToConversation(tx, row, { what: "changed" });
    return { report, sharedAt: sharedAt?.toISOString() ?? null };
  });
}

import { and, count, eq, gt, isNull, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { Context } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { conversations } from "@/server/db/schema";
import { textVectorOf } from "@/server/db/search";
import { enqueueMail } from "@/server/mail/outbox";
import { asConflict, lockConversation, messageOf, moveRead, write, writtenBefore } from "../chat/mutations";
import { type Conversation, messagesOf, toConversation } from "../chat/queries";
import { guestConversation } from "./queries";
import { SOLVED_MAIL_SECONDS, subjectOf } from "./rules";
import type { ContactInput, GuestSendInput } from "./schema";

/** Conversations that may be begun in a day for one address, so that nobody fills a stranger's letter box. */
const MAX_A_DAY = 3;

/**
 * Takes a guest's message. Their address gets a link to it; whoever opens that reads mail there, and may read along.
 * A program that fills in what people do not see hears the same, and nothing is kept.
 * @throws AppError tooManyRequests
 */
export async function leaveMessage(ctx: Context, { uid, name, email, message, subject, extra }: ContactInput) {
  if (extra) {
    // So that whoever runs the service can see whether it catches anybody who is none.
    ctx.log.info("contact form: a field that people do not see was filled in");
    return { received: true as const };
  }
  await ctx.db.transaction(async (tx) => {
    // Two messages for one address at once must not both be its last one of the day.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`contact:${email}`}, 0))`);
    // Sent again because its answer was lost: it is here.
    if (uid && (await isHere(tx, uid, email))) return;
    const today = and(eq(conversations.guestEmail, email), gt(conversations.createdAt, sql`now() - interval '1 day'`));
    const [begun] = await tx.select({ n: count() }).from(conversations).where(today);
    if ((begun?.n ?? 0) >= MAX_A_DAY) throw new AppError("tooManyRequests", { retryAfter: 3600 });
    const id = uid ?? uuidv7();
    const about = subject || subjectOf(message);
    await tx
      .insert(conversations)
      .values({ id, guestName: name, guestEmail: email, locale: ctx.locale, subject: about, search: textVectorOf(about, email, name) });
    const row = found(await lockConversation(tx, id));
    await write(tx, row, { uid: uuidv7(), side: "user", authorId: null, text: message }, new Date());
    await enqueueMail(tx, { to: email, locale: ctx.locale, template: "contact_received", values: { conversationId: id } });
  });
  return { received: true as const };
}

/** @throws AppError conflict where the id is somebody else's */
async function isHere(tx: Transaction, uid: string, email: string): Promise<boolean> {
  const [row] = await tx.select({ guestEmail: conversations.guestEmail }).from(conversations).where(eq(conversations.id, uid));
  if (row && row.guestEmail !== email) throw new AppError("conflict");
  return row !== undefined;
}

/** Tells a guest that an answer stands there; what it says is behind the link. */
export async function mailAnswer(tx: Transaction, { id, guestEmail, locale }: Conversation): Promise<void> {
  await enqueueMail(tx, { to: guestEmail, locale, template: "contact_answered", values: { conversationId: id } });
}

/** Tells a guest that their question counts as solved, unless it is opened again soon; one who never came back by the link is not written to again. */
export async function mailSolved(tx: Transaction, { id, guestEmail, guestVerifiedAt, locale }: Conversation): Promise<void> {
  if (guestEmail === null || guestVerifiedAt === null) return;
  const letter = { to: guestEmail, locale, template: "contact_solved", values: { conversationId: id } } as const;
  await enqueueMail(tx, { ...letter, afterSeconds: SOLVED_MAIL_SECONDS });
}

/** What was written, for whoever holds the link; opening it shows that they read mail at the address. @throws AppError linkInvalid */
export async function viewAsGuest(ctx: Context, { token, before }: { token: string; before?: number | undefined }) {
  return ctx.db.transaction(async (tx) => {
    const row = await guestConversation(ctx, tx, token);
    await tx
      .update(conversations)
      .set({ guestVerifiedAt: sql`now()` })
      .where(and(eq(conversations.id, row.id), isNull(conversations.guestVerifiedAt)));
    const shown = await messagesOf(tx, row.id, { before });
    await moveRead(tx, row, "user", shown.messages.at(-1)?.seq ?? 0);
    const { uid, subject, state, lastSeq, delivered, read, waitingSince, reopensUntil } = toConversation(row, 0, new Date());
    const view = { uid, subject, state, lastSeq, delivered, read, waitingSince, reopensUntil, name: row.guestName ?? "" };
    return { ...view, ...shown };
  });
}

/** @throws AppError linkInvalid | conversationClosed | conflict */
export async function sendAsGuest(ctx: Context, { token, message, uid = uuidv7() }: GuestSendInput) {
  return ctx.db
    .transaction(async (tx) => {
      const { id } = await guestConversation(ctx, tx, token);
      const row = found(await lockConversation(tx, id));
      if (await writtenBefore(tx, uid, id, null)) return messageOf(tx, id, uid);
      await write(tx, row, { uid, side: "user", authorId: null, text: message }, new Date());
      return messageOf(tx, id, uid);
    })
    .catch(asConflict);
}

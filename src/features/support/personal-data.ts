import { and, asc, eq, inArray, isNotNull, isNull } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import type { Executor } from "@/server/db/client";
import { conversations, supportAttachments, supportMessages, users } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { stateForAuthor } from "./chat/queries";
import { forgetNotices } from "./notices/mutations";

/**
 * Somebody's own conversations, by their ids: those of the account, and what they wrote as a guest from its address, as whoever cannot get
 * in does. Both have to have shown that they read mail there: a guest may name any address.
 */
async function ownOf(db: Executor, userId: string): Promise<string[]> {
  // One question each, as below.
  const ofAccount = db.select({ id: conversations.id }).from(conversations).where(eq(conversations.userId, userId));
  const asGuest = db
    .select({ id: conversations.id })
    .from(users)
    .innerJoin(conversations, eq(conversations.guestEmail, users.email))
    .where(
      and(eq(users.id, userId), isNotNull(users.emailVerifiedAt), isNotNull(conversations.guestVerifiedAt), isNull(conversations.userId)),
    );
  const rows = await unionAll(ofAccount, asGuest);
  return rows.map(({ id }) => id);
}

/** What somebody's conversations with support hold: their own words, the answers, files, and what they let the team see. */
export const supportData: PersonalData = {
  name: "support",

  count: async (db, userId) => ({ conversations: (await ownOf(db, userId)).length }),

  records: async ({ db, files }, userId) => {
    const ids = await ownOf(db, userId);
    const talks = await db.select().from(conversations).where(inArray(conversations.id, ids)).orderBy(asc(conversations.createdAt));
    const said = await db
      .select()
      .from(supportMessages)
      .where(inArray(supportMessages.conversationId, ids))
      .orderBy(asc(supportMessages.conversationId), asc(supportMessages.seq));
    const attached = await db
      .select({ file: supportAttachments, conversationId: supportMessages.conversationId })
      .from(supportAttachments)
      .innerJoin(supportMessages, eq(supportMessages.id, supportAttachments.messageId))
      .where(inArray(supportMessages.conversationId, ids));
    const now = new Date();
    const path = (id: string, name: string) => `support/${id.slice(-6)}-${name.replaceAll(/[^\p{L}\p{N}.-]+/gu, "-")}`;
    return {
      data: {
        conversations: talks.map((talk) => ({
          subject: talk.subject,
          guestName: talk.guestName,
          state: stateForAuthor(talk, now),
          createdAt: talk.createdAt,
          satisfaction: talk.satisfaction,
          satisfactionComment: talk.satisfactionComment,
          deviceReport: talk.deviceReport,
          messages: said
            .filter(({ conversationId }) => conversationId === talk.id)
            .map(({ id: messageId, kind, side, text, createdAt: at }) => ({
              kind,
              side,
              text,
              at,
              files: attached.filter(({ file }) => file.messageId === messageId).map(({ file }) => path(file.id, file.name)),
            })),
        })),
      },
      files: attached.map(({ file: { id, name, sizeBytes, fileKey } }) => ({
        path: path(id, name),
        sizeBytes,
        open: () => files.open(fileKey),
      })),
    };
  },

  stored: async (db, userId) => {
    const keys = { fileKey: supportAttachments.fileKey, previewKey: supportAttachments.previewKey };
    // One question each: asked with an "or" the database reads every message there is.
    const sent = db
      .select(keys)
      .from(supportMessages)
      .innerJoin(supportAttachments, eq(supportAttachments.messageId, supportMessages.id))
      .where(inArray(supportMessages.conversationId, await ownOf(db, userId)));
    const waiting = db
      .select(keys)
      .from(supportAttachments)
      .where(and(isNull(supportAttachments.messageId), eq(supportAttachments.uploaderId, userId)));
    const rows = await unionAll(sent, waiting);
    return rows.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]);
  },

  erase: async (db, userId) => {
    await db.delete(supportAttachments).where(and(isNull(supportAttachments.messageId), eq(supportAttachments.uploaderId, userId)));
    const own = await ownOf(db, userId);
    await forgetNotices(db, own);
    // Messages, notes, files and waits go with their conversation; what somebody of the team wrote to others stays, without a name.
    await db.delete(conversations).where(inArray(conversations.id, own));
    // What they looked after is everybody's again.
    await db.update(conversations).set({ assigneeId: null }).where(eq(conversations.assigneeId, userId));
  },
};

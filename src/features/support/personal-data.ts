import { and, asc, count, eq, inArray, isNull } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { conversations, supportAttachments, supportMessages } from "@/server/db/schema";
import type { PersonalData } from "@/server/personal-data";
import { stateForAuthor } from "./chat/queries";
import { forgetNotices } from "./notices/mutations";

/** What somebody's conversations with support hold: their own words, the answers, files, and what they let the team see. */
export const supportData: PersonalData = {
  name: "support",

  count: async (db, userId) => {
    const [row] = await db.select({ n: count() }).from(conversations).where(eq(conversations.userId, userId));
    return { conversations: row?.n ?? 0 };
  },

  records: async ({ db, files }, userId) => {
    const talks = await db.select().from(conversations).where(eq(conversations.userId, userId)).orderBy(asc(conversations.createdAt));
    const ids = talks.map(({ id }) => id);
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
      .from(conversations)
      .innerJoin(supportMessages, eq(supportMessages.conversationId, conversations.id))
      .innerJoin(supportAttachments, eq(supportAttachments.messageId, supportMessages.id))
      .where(eq(conversations.userId, userId));
    const waiting = db
      .select(keys)
      .from(supportAttachments)
      .where(and(isNull(supportAttachments.messageId), eq(supportAttachments.uploaderId, userId)));
    const rows = await unionAll(sent, waiting);
    return rows.flatMap(({ fileKey, previewKey }) => [fileKey, ...(previewKey ? [previewKey] : [])]);
  },

  erase: async (db, userId) => {
    await db.delete(supportAttachments).where(and(isNull(supportAttachments.messageId), eq(supportAttachments.uploaderId, userId)));
    const own = await db.select({ id: conversations.id }).from(conversations).where(eq(conversations.userId, userId));
    await forgetNotices(
      db,
      own.map(({ id }) => id),
    );
    // Messages, notes, files and waits go with their conversation; what somebody of the team wrote to others stays, without a name.
    await db.delete(conversations).where(eq(conversations.userId, userId));
    // What they looked after is everybody's again.
    await db.update(conversations).set({ assigneeId: null }).where(eq(conversations.assigneeId, userId));
  },
};

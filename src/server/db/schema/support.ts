import { sql } from "drizzle-orm";
import { bigint, boolean, index, integer, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import type { DeviceReport } from "@/lib/device-report";
import { CONVERSATION_SIDES, CONVERSATION_STATES, MESSAGE_KINDS, NOTE_KINDS, SATISFACTIONS } from "@/lib/enums/support";
import type { LocalizedText } from "@/lib/locales";
import { localeEnum, users } from "./account";
import { instant, searchVector } from "./columns";

export const conversationStateEnum = pgEnum("conversation_state", CONVERSATION_STATES);
export const conversationSideEnum = pgEnum("conversation_side", CONVERSATION_SIDES);
export const messageKindEnum = pgEnum("support_message_kind", MESSAGE_KINDS);
export const noteKindEnum = pgEnum("support_note_kind", NOTE_KINDS);
export const satisfactionEnum = pgEnum("satisfaction", SATISFACTIONS);

/** A talk with support: an account's, or a guest's who wrote by the public form. */
export const conversations = pgTable(
  "support_conversations",
  {
    id: uuid().primaryKey(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    guestName: text("guest_name"),
    guestEmail: text("guest_email"),
    /** Somebody has opened the link that was mailed to the guest's address: from then on the address may read along. */
    guestVerifiedAt: instant("guest_verified_at"),
    /** The language in which its author wrote it, and is answered. */
    locale: localeEnum().notNull(),
    subject: text().notNull(),
    state: conversationStateEnum().notNull().default("new"),
    snoozedUntil: instant("snoozed_until"),
    assigneeId: uuid("assignee_id").references(() => users.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When something was last written or turned. */
    movedAt: instant("moved_at").notNull().defaultNow(),
    /** Since when its author waits for an answer; null while they do not. */
    waitingSince: instant("waiting_since"),
    resolvedAt: instant("resolved_at"),
    /** The number of the last message: each takes the next one, under the row's lock. */
    lastSeq: integer("last_seq").notNull().default(0),
    /** Up to which message each side has it on a device, and has seen it. */
    userDelivered: integer("user_delivered").notNull().default(0),
    userRead: integer("user_read").notNull().default(0),
    supportDelivered: integer("support_delivered").notNull().default(0),
    supportRead: integer("support_read").notNull().default(0),
    satisfaction: satisfactionEnum(),
    satisfactionComment: text("satisfaction_comment"),
    /** What its author let the team see of their device. */
    deviceReport: jsonb("device_report").$type<DeviceReport>(),
    deviceReportAt: instant("device_report_at"),
    /** Subject and author, as the inbox searches them. */
    search: searchVector().notNull(),
  },
  (t) => [
    index("support_conversations_user_idx").on(t.userId, t.movedAt),
    index("support_conversations_queue_idx").on(t.state, t.waitingSince),
    index("support_conversations_created_idx").on(t.createdAt),
    index("support_conversations_assignee_idx").on(t.assigneeId, t.state),
    index("support_conversations_guest_idx").on(t.guestEmail, t.createdAt),
    index("support_conversations_search_idx").using("gin", t.search),
  ],
);

const conversation = () =>
  uuid("conversation_id")
    .notNull()
    .references(() => conversations.id, { onDelete: "cascade" });

/** What both sides see. Whoever writes gives the id, so that a message that is sent twice is one. */
export const supportMessages = pgTable(
  "support_messages",
  {
    id: uuid().primaryKey(),
    conversationId: conversation(),
    seq: integer().notNull(),
    kind: messageKindEnum().notNull().default("text"),
    side: conversationSideEnum().notNull(),
    /** Null for a guest, for the app itself, and for somebody whose account is no more. */
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    text: text().notNull(),
    search: searchVector().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("support_messages_seq_key").on(t.conversationId, t.seq),
    index("support_messages_author_idx").on(t.authorId),
    index("support_messages_search_idx").using("gin", t.search),
  ],
);

/** What the team writes to itself stands in a table of its own: no query of the other side can show it. */
export const supportNotes = pgTable(
  "support_notes",
  {
    id: uuid().primaryKey(),
    conversationId: conversation(),
    kind: noteKindEnum().notNull().default("text"),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    /** Who it was given to. */
    subjectId: uuid("subject_id").references(() => users.id, { onDelete: "set null" }),
    until: instant("until"),
    text: text().notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("support_notes_conversation_idx").on(t.conversationId, t.createdAt)],
);

/** Files of messages. One that waits for its message belongs to whoever uploaded it, and to nobody else. */
export const supportAttachments = pgTable(
  "support_attachments",
  {
    id: uuid().primaryKey(),
    uploaderId: uuid("uploader_id").references(() => users.id, { onDelete: "set null" }),
    messageId: uuid("message_id").references(() => supportMessages.id, { onDelete: "cascade" }),
    /** Its place among the message's files. */
    position: integer().notNull().default(0),
    fileKey: text("file_key").notNull(),
    /** A small picture of it, for pictures. */
    previewKey: text("preview_key"),
    name: text().notNull(),
    type: text().notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** In pixels, for pictures. */
    width: integer(),
    height: integer(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("support_attachments_message_idx").on(t.messageId),
    index("support_attachments_waiting_idx").on(t.uploaderId, t.createdAt).where(sql`message_id is null`),
  ],
);

/** Each time that somebody waited for an answer, and for how long: what the estimate of the waiting time is made from. */
export const supportWaits = pgTable(
  "support_waits",
  {
    id: uuid().primaryKey(),
    conversationId: conversation(),
    startedAt: instant("started_at").notNull(),
    /** Null while they wait. */
    endedAt: instant("ended_at"),
    /** Whether it ended with an answer; else the question went away by itself. */
    answered: boolean().notNull().default(false),
  },
  (t) => [
    uniqueIndex("support_waits_open_key").on(t.conversationId).where(sql`ended_at is null`),
    // All of a conversation go with it.
    index("support_waits_conversation_idx").on(t.conversationId),
    index("support_waits_started_idx").on(t.startedAt),
  ],
);

/** Answers that the team has ready, with `{name}`, `{agent}` and `{subject}` for what differs. */
export const cannedReplies = pgTable(
  "support_canned_replies",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    position: integer().notNull(),
    title: jsonb().$type<LocalizedText>().notNull(),
    text: jsonb().$type<LocalizedText>().notNull(),
    /** When somebody last changed it here; null for one that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
  },
  (t) => [uniqueIndex("support_canned_replies_slug_key").on(t.slug)],
);

/** Ready answers that were deleted here: no release brings them back. */
export const cannedRemovals = pgTable("support_canned_removals", { id: uuid().primaryKey() });

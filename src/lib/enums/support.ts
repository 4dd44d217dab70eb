/** Closed sets of values, once, of talks with support: the tables' types, the zod schemas and the interface all read these tuples. */

/** A talk with support, from its first message to its end (features/support/chat/rules.ts has the steps). */
export const CONVERSATION_STATES = ["new", "open", "waiting_user", "snoozed", "resolved", "closed"] as const;
export type ConversationState = (typeof CONVERSATION_STATES)[number];

/** The two sides of a conversation; `clock` is what the app does by itself. */
export const CONVERSATION_SIDES = ["user", "support"] as const;
export type ConversationSide = (typeof CONVERSATION_SIDES)[number];

/** What stands in a conversation: something that was written, or a turn that both sides see. */
export const MESSAGE_KINDS = ["text", "resolved", "reopened"] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** What stands in a conversation for the team alone: a note, or what somebody of it did. */
export const NOTE_KINDS = ["text", "assigned", "released", "snoozed", "woken"] as const;
export type NoteKind = (typeof NOTE_KINDS)[number];

/** What somebody said once when their conversation had been solved. */
export const SATISFACTIONS = ["good", "bad", "dismissed"] as const;

/** The lists of the support team's inbox. */
export const INBOX_QUEUES = ["new", "mine", "all", "snoozed", "resolved"] as const;
export type InboxQueue = (typeof INBOX_QUEUES)[number];

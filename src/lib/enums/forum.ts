/** Closed sets of values, once, of the community: the tables' types, the zod schemas and the interface all read these tuples. */

/** A topic of the community, from its first message on (features/forum/rules.ts has the steps). */
export const TOPIC_STATES = ["open", "locked", "archived", "deleted"] as const;
export type TopicState = (typeof TOPIC_STATES)[number];

/** A thread has a title and stands in its room's list; each room has one chat, which has neither. */
export const TOPIC_KINDS = ["thread", "chat"] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** A message of the community (features/forum/rules.ts has the steps). */
export const POST_STATES = ["published", "edited", "self_deleted", "hidden", "restored", "removed"] as const;
export type PostState = (typeof POST_STATES)[number];

/** The orders and choices of a room's list of topics. */
export const TOPIC_LISTS = ["latest", "unread", "mine", "watched", "unanswered"] as const;
export type TopicList = (typeof TOPIC_LISTS)[number];

/** How closely somebody follows a topic or a room: told of everything, shown as unread, as it comes, or never. */
export const WATCH_LEVELS = ["watch", "track", "normal", "mute"] as const;
export type WatchLevel = (typeof WATCH_LEVELS)[number];

/** What can be said of a message without words. */
export const REACTIONS = ["like", "thanks", "insightful", "celebrate", "same_here"] as const;
export type Reaction = (typeof REACTIONS)[number];

/** What is shared with a message: a question of the bank, or one's own take. */
export const SHARED_KINDS = ["question", "take"] as const;

/** What somebody may report a message for. */
export const FLAG_REASONS = ["spam", "harassment", "private_data", "confidential", "off_topic", "other"] as const;
export type FlagReason = (typeof FLAG_REASONS)[number];

/** A report: waiting to be looked at, or found right or wrong. */
export const FLAG_STATES = ["open", "upheld", "dismissed"] as const;
export type FlagState = (typeof FLAG_STATES)[number];

/** A question that was asked in a real interview, on its way into the bank. */
export const PROPOSAL_STATES = ["proposed", "adopted", "declined", "withdrawn"] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** What moderators do; each act stands in the log with its reason. */
export const MODERATION_ACTS = [
  "lock",
  "unlock",
  "pin",
  "unpin",
  "archive",
  "unarchive",
  "delete_topic",
  "restore_topic",
  "rename",
  "move",
  "merge",
  "hide",
  "restore",
  "remove",
  "uphold",
  "dismiss",
  "suspend",
  "lift_suspension",
  "adopt",
  "decline",
  // Of a topic that somebody else began.
  "mark_answer",
  "unmark_answer",
] as const;
export type ModerationAct = (typeof MODERATION_ACTS)[number];

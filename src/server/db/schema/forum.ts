import { sql } from "drizzle-orm";
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgEnum,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { POST_STATES, REACTIONS, TOPIC_KINDS, TOPIC_STATES, WATCH_LEVELS } from "@/lib/enums/forum";
import type { LocalizedText } from "@/lib/locales";
import { localeEnum, users } from "./account";
import { instant, searchVector } from "./columns";

export const topicStateEnum = pgEnum("topic_state", TOPIC_STATES);
export const topicKindEnum = pgEnum("topic_kind", TOPIC_KINDS);
export const postStateEnum = pgEnum("post_state", POST_STATES);
export const watchLevelEnum = pgEnum("watch_level", WATCH_LEVELS);
export const reactionEnum = pgEnum("reaction", REACTIONS);

/** A room of the community. */
export const professions = pgTable(
  "professions",
  {
    id: uuid().primaryKey(),
    slug: text().notNull(),
    position: integer().notNull(),
    name: jsonb().$type<LocalizedText>().notNull(),
    description: jsonb().$type<LocalizedText>().notNull(),
    /** Threads that can be seen; kept with every change of one, so that a list of many need not count them. */
    topicCount: integer("topic_count").notNull().default(0),
    /** How often it was written: who saves names the one that they read. */
    version: integer().notNull().default(1),
    /** When somebody last wrote it here; null for one that came with the app and follows its releases. */
    editedAt: instant("edited_at"),
    /** Since when no thread is begun in it any more; what is there stays and goes on. */
    archivedAt: instant("archived_at"),
  },
  (t) => [uniqueIndex("professions_slug_key").on(t.slug), check("professions_count_check", sql`${t.topicCount} >= 0`)],
);

/**
 * Somebody as the community knows them: under a name of their choice. Whoever writes holds the row's lock meanwhile, so that limits
 * of how much somebody writes hold also for what comes at once.
 */
export const forumMembers = pgTable(
  "forum_members",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** What others write after an @; lower case. */
    handle: text().notNull(),
    name: text().notNull(),
    /** What is found when others begin to type a name: without case and marks. */
    folded: text().notNull(),
    /** Made up, to show what the place is for; said wherever the name shows. */
    sample: boolean().notNull().default(false),
    /** Messages of theirs that can be seen, in threads and chats. */
    postCount: integer("post_count").notNull().default(0),
    /** Reports of theirs that moderators found right, and wrong. */
    flagsUpheld: integer("flags_upheld").notNull().default(0),
    flagsDismissed: integer("flags_dismissed").notNull().default(0),
    /** Until then they may read and not write. */
    suspendedUntil: instant("suspended_until"),
    joinedAt: instant("joined_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("forum_members_handle_key").on(t.handle),
    index("forum_members_folded_idx").using("btree", t.folded.op("text_pattern_ops")),
    index("forum_members_handle_begin_idx").using("btree", t.handle.op("text_pattern_ops")),
    check("forum_members_count_check", sql`${t.postCount} >= 0`),
  ],
);

/** What messages stand in: a thread, or the live chat of a room. */
export const forumTopics = pgTable(
  "forum_topics",
  {
    id: uuid().primaryKey(),
    professionId: uuid("profession_id")
      .notNull()
      .references(() => professions.id),
    kind: topicKindEnum().notNull().default("thread"),
    state: topicStateEnum().notNull().default("open"),
    /** Null once its author's account is no more, and for a chat. */
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    /** Empty for a chat. */
    title: text().notNull(),
    /** The language in which it was begun. */
    locale: localeEnum().notNull(),
    pinnedAt: instant("pinned_at"),
    /** The number of the last message: each takes the next one, under the row's lock, and keeps it. */
    lastSeq: integer("last_seq").notNull().default(0),
    /** Messages that can be seen. */
    postCount: integer("post_count").notNull().default(0),
    /** Whether anybody but its author has answered in a message that can be seen. */
    answered: boolean().notNull().default(false),
    /** When the last message that can be seen was written. */
    lastPostAt: instant("last_post_at").notNull().defaultNow(),
    /** Who has written in it: its author, then those who wrote last; as many as a list shows. */
    posterIds: uuid("poster_ids").array().notNull().default(sql`'{}'`),
    /** How many have. */
    posterCount: integer("poster_count").notNull().default(0),
    /** The message that its author, or a moderator, marked as the answer. */
    answerId: uuid("answer_id").references((): AnyPgColumn => forumPosts.id, { onDelete: "set null" }),
    /** Where its messages are now, when it was merged into another. */
    mergedIntoId: uuid("merged_into_id").references((): AnyPgColumn => forumTopics.id, { onDelete: "set null" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    // A list by room, and one over all rooms, read from their ends; pinned ones are asked for apart.
    index("forum_topics_room_idx").on(t.professionId, t.lastPostAt, t.id).where(sql`kind = 'thread' and state <> 'deleted'`),
    index("forum_topics_latest_idx").on(t.lastPostAt, t.id).where(sql`kind = 'thread' and state <> 'deleted'`),
    index("forum_topics_unanswered_idx")
      .on(t.professionId, t.lastPostAt, t.id)
      .where(sql`kind = 'thread' and state = 'open' and not answered`),
    index("forum_topics_unanswered_latest_idx").on(t.lastPostAt, t.id).where(sql`kind = 'thread' and state = 'open' and not answered`),
    index("forum_topics_pinned_idx").on(t.professionId, t.pinnedAt).where(sql`pinned_at is not null`),
    index("forum_topics_author_idx").on(t.authorId, t.createdAt),
    index("forum_topics_merged_idx").on(t.mergedIntoId).where(sql`merged_into_id is not null`),
    uniqueIndex("forum_topics_chat_key").on(t.professionId).where(sql`kind = 'chat'`),
  ],
);

/** Messages keep their number and place when they are hidden or deleted: whoever links to one, or answers it, still finds where it was. */
export const forumPosts = pgTable(
  "forum_posts",
  {
    /** Made by whoever writes, so that a message that is sent twice is one. */
    id: uuid().primaryKey(),
    topicId: uuid("topic_id")
      .notNull()
      .references((): AnyPgColumn => forumTopics.id, { onDelete: "cascade" }),
    seq: integer().notNull(),
    /** The topic's room, so that a search within a room needs one table only. */
    professionId: uuid("profession_id")
      .notNull()
      .references(() => professions.id),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    /** The specification's `replyFromId`. */
    replyFromId: uuid("reply_from_id").references((): AnyPgColumn => forumPosts.id, { onDelete: "set null" }),
    state: postStateEnum().notNull().default("published"),
    /** Markdown. */
    text: text().notNull(),
    /** Of the text without what differs by accident: what is written twice has the same. */
    fingerprint: bigint({ mode: "bigint" }).notNull(),
    editedAt: instant("edited_at"),
    /** Since when its author has taken it back, alone or with its topic, or the team has removed it; some time later it is emptied. */
    goneAt: instant("gone_at"),
    /** Its terms, and in a topic's first message those of the title; empty for what cannot be seen. */
    search: searchVector().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("forum_posts_seq_key").on(t.topicId, t.seq),
    index("forum_posts_author_idx").on(t.authorId, t.createdAt),
    // Whether somebody has written in a topic.
    index("forum_posts_writer_idx").on(t.topicId, t.authorId),
    index("forum_posts_created_idx").on(t.createdAt, t.id),
    index("forum_posts_room_idx").on(t.professionId, t.createdAt, t.id),
    index("forum_posts_reply_idx").on(t.replyFromId),
    index("forum_posts_search_idx").using("gin", t.search),
    // What is to be emptied.
    index("forum_posts_gone_idx").on(t.goneAt).where(sql`gone_at is not null and text <> ''`),
    // What a release from before `gone_at` has taken away.
    index("forum_posts_uncounted_idx").on(t.id).where(sql`gone_at is null and state in ('self_deleted', 'removed') and text <> ''`),
  ],
);

const post = () =>
  uuid("post_id")
    .notNull()
    .references(() => forumPosts.id, { onDelete: "cascade" });

const member = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** What a message said before each change. */
export const forumPostVersions = pgTable(
  "forum_post_versions",
  {
    postId: post(),
    /** From 1 on; what the message says now is the last and stands with it. */
    version: integer().notNull(),
    text: text().notNull(),
    /** When this wording was written. */
    writtenAt: instant("written_at").notNull(),
  },
  (t) => [primaryKey({ columns: [t.postId, t.version] })],
);

export const forumReactions = pgTable(
  "forum_reactions",
  { postId: post(), userId: member(), reaction: reactionEnum().notNull(), createdAt: instant("created_at").notNull().defaultNow() },
  (t) => [primaryKey({ columns: [t.postId, t.userId, t.reaction] }), index("forum_reactions_user_idx").on(t.userId)],
);

/** Who is named in a message. */
export const forumMentions = pgTable("forum_mentions", { postId: post(), userId: member() }, (t) => [
  primaryKey({ columns: [t.postId, t.userId] }),
  index("forum_mentions_user_idx").on(t.userId),
]);

/** How somebody stands to a topic. */
export const forumTopicMarks = pgTable(
  "forum_topic_marks",
  {
    userId: member(),
    topicId: uuid("topic_id")
      .notNull()
      .references(() => forumTopics.id, { onDelete: "cascade" }),
    level: watchLevelEnum().notNull().default("normal"),
    /** They chose the level; what they do does not change it any more. */
    chosen: boolean().notNull().default(false),
    /** Up to which message they have read. */
    readSeq: integer("read_seq").notNull().default(0),
    /** They have written in it. */
    wrote: boolean().notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.topicId] }),
    index("forum_topic_marks_wrote_idx").on(t.userId).where(sql`wrote`),
    index("forum_topic_marks_level_idx").on(t.topicId, t.level).where(sql`level <> 'normal'`),
    index("forum_topic_marks_watched_idx").on(t.userId, t.level).where(sql`level <> 'normal'`),
  ],
);

/** How somebody stands to a room. */
export const forumRoomMarks = pgTable(
  "forum_room_marks",
  {
    userId: member(),
    professionId: uuid("profession_id")
      .notNull()
      .references(() => professions.id, { onDelete: "cascade" }),
    level: watchLevelEnum().notNull().default("normal"),
    /** What was written before counts as read. */
    caughtUpAt: instant("caught_up_at"),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.professionId] }),
    index("forum_room_marks_level_idx").on(t.professionId, t.level).where(sql`level <> 'normal'`),
  ],
);

/** Pictures of messages. One that waits for its message belongs to whoever uploaded it, and to nobody else. */
export const forumImages = pgTable(
  "forum_images",
  {
    id: uuid().primaryKey(),
    uploaderId: uuid("uploader_id").references(() => users.id, { onDelete: "set null" }),
    postId: uuid("post_id").references(() => forumPosts.id, { onDelete: "cascade" }),
    fileKey: text("file_key").notNull(),
    type: text().notNull(),
    sizeBytes: bigint("size_bytes", { mode: "number" }).notNull(),
    /** In pixels. */
    width: integer().notNull(),
    height: integer().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("forum_images_post_idx").on(t.postId),
    index("forum_images_uploader_idx").on(t.uploaderId),
    index("forum_images_waiting_idx").on(t.uploaderId, t.createdAt).where(sql`post_id is null`),
  ],
);

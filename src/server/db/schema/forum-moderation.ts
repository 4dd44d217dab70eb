import { sql } from "drizzle-orm";
import { bigint, check, date, index, jsonb, pgEnum, pgTable, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import { FLAG_REASONS, FLAG_STATES, MODERATION_ACTS, PROPOSAL_STATES, SHARED_KINDS } from "@/lib/enums/forum";
import { localeEnum, users } from "./account";
import { instant } from "./columns";
import { forumPosts, forumTopics, professions } from "./forum";
import { answers, categories, questions } from "./practice";

export const flagReasonEnum = pgEnum("flag_reason", FLAG_REASONS);
export const flagStateEnum = pgEnum("flag_state", FLAG_STATES);
export const moderationActEnum = pgEnum("moderation_act", MODERATION_ACTS);
export const proposalStateEnum = pgEnum("proposal_state", PROPOSAL_STATES);
export const sharedKindEnum = pgEnum("shared_kind", SHARED_KINDS);

/** A report of a message, and what came of it. */
export const forumFlags = pgTable(
  "forum_flags",
  {
    id: uuid().primaryKey(),
    postId: uuid("post_id")
      .notNull()
      .references(() => forumPosts.id, { onDelete: "cascade" }),
    flaggerId: uuid("flagger_id").references(() => users.id, { onDelete: "set null" }),
    reason: flagReasonEnum().notNull(),
    note: text().notNull().default(""),
    state: flagStateEnum().notNull().default("open"),
    decidedById: uuid("decided_by_id").references(() => users.id, { onDelete: "set null" }),
    decidedAt: instant("decided_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    // The same person reports the same message once, until that is decided.
    uniqueIndex("forum_flags_open_key").on(t.postId, t.flaggerId).where(sql`state = 'open'`),
    index("forum_flags_queue_idx").on(t.createdAt).where(sql`state = 'open'`),
    index("forum_flags_post_idx").on(t.postId, t.state),
    index("forum_flags_flagger_idx").on(t.flaggerId, t.createdAt),
  ],
);

/** The log of what moderators did. Nothing in it is ever changed; who is no more leaves a gap. */
export const moderationActs = pgTable(
  "moderation_acts",
  {
    id: uuid().primaryKey(),
    act: moderationActEnum().notNull(),
    /** Null for what the app did by itself, such as hiding what three trusted people reported. */
    moderatorId: uuid("moderator_id").references(() => users.id, { onDelete: "set null" }),
    topicId: uuid("topic_id").references(() => forumTopics.id, { onDelete: "set null" }),
    postId: uuid("post_id").references(() => forumPosts.id, { onDelete: "set null" }),
    /** Whom it concerns. */
    subjectId: uuid("subject_id").references(() => users.id, { onDelete: "set null" }),
    reason: text().notNull().default(""),
    /** What else there is to say: ids, titles before and after, instants. */
    details: jsonb().$type<Record<string, string>>().notNull().default({}),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    index("moderation_acts_created_idx").on(t.createdAt, t.id),
    index("moderation_acts_topic_idx").on(t.topicId, t.createdAt),
    index("moderation_acts_subject_idx").on(t.subjectId, t.createdAt),
    index("moderation_acts_moderator_idx").on(t.moderatorId, t.createdAt),
    index("moderation_acts_post_idx").on(t.postId),
  ],
);

/** What is shared with a message. A take can be played until the day that its maker chose, or until they take it back. */
export const forumShares = pgTable(
  "forum_shares",
  {
    id: uuid().primaryKey(),
    postId: uuid("post_id")
      .notNull()
      .references(() => forumPosts.id, { onDelete: "cascade" }),
    kind: sharedKindEnum().notNull(),
    questionId: uuid("question_id").references(() => questions.id, { onDelete: "cascade" }),
    answerId: uuid("answer_id").references(() => answers.id, { onDelete: "cascade" }),
    expiresAt: instant("expires_at"),
    revokedAt: instant("revoked_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("forum_shares_post_key").on(t.postId),
    index("forum_shares_answer_idx").on(t.answerId),
    index("forum_shares_question_idx").on(t.questionId),
    check(
      "forum_shares_kind_check",
      sql`case when ${t.kind} = 'question' then ${t.questionId} is not null and ${t.answerId} is null
        else ${t.answerId} is not null and ${t.expiresAt} is not null end`,
    ),
  ],
);

/** A question that somebody was asked, proposed with the message that tells of it. */
export const questionProposals = pgTable(
  "question_proposals",
  {
    id: uuid().primaryKey(),
    postId: uuid("post_id")
      .notNull()
      .references(() => forumPosts.id, { onDelete: "cascade" }),
    professionId: uuid("profession_id")
      .notNull()
      .references(() => professions.id),
    proposerId: uuid("proposer_id").references(() => users.id, { onDelete: "set null" }),
    question: text().notNull(),
    /** Of the question without what differs by accident: nobody proposes the same one twice. */
    fingerprint: bigint({ mode: "bigint" }).notNull().default(sql`0`),
    locale: localeEnum().notNull(),
    company: text().notNull(),
    role: text().notNull(),
    /** The day of the interview, in the proposer's own calendar. */
    askedOn: date("asked_on", { mode: "string" }).notNull(),
    state: proposalStateEnum().notNull().default("proposed"),
    categoryId: uuid("category_id").references(() => categories.id),
    /** The question of the bank that came of it. */
    questionId: uuid("question_id").references(() => questions.id, { onDelete: "set null" }),
    decidedById: uuid("decided_by_id").references(() => users.id, { onDelete: "set null" }),
    decidedAt: instant("decided_at"),
    /** Why it was declined, for whoever proposed it. */
    reason: text().notNull().default(""),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex("question_proposals_post_key").on(t.postId),
    uniqueIndex("question_proposals_question_key").on(t.questionId),
    index("question_proposals_queue_idx").on(t.state, t.createdAt),
    index("question_proposals_proposer_idx").on(t.proposerId, t.createdAt),
  ],
);

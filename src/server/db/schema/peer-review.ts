import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgEnum, pgTable, primaryKey, smallint, text, uniqueIndex, uuid } from "drizzle-orm/pg-core";
import {
  ASSIGNMENT_STATES,
  REVIEW_CASE_KINDS,
  REVIEW_OUTCOMES,
  REVIEW_REQUEST_STATES,
  REVIEW_STATES,
  WITHDRAWN_FOR,
} from "@/lib/enums/peer-review";
import type { RatingScale } from "@/lib/enums/practice";
import { localeEnum, users } from "./account";
import { instant } from "./columns";
import { flagReasonEnum } from "./forum-moderation";
import { answers, questions } from "./practice";

export const reviewRequestStateEnum = pgEnum("review_request_state", REVIEW_REQUEST_STATES);
export const withdrawnForEnum = pgEnum("review_withdrawn_for", WITHDRAWN_FOR);
export const assignmentStateEnum = pgEnum("review_assignment_state", ASSIGNMENT_STATES);
export const reviewStateEnum = pgEnum("review_state", REVIEW_STATES);
export const reviewCaseKindEnum = pgEnum("review_case_kind", REVIEW_CASE_KINDS);
export const reviewOutcomeEnum = pgEnum("review_outcome", REVIEW_OUTCOMES);

type Scores = Record<RatingScale, number>;
export interface ReviewComment {
  second: number;
  text: string;
}

/** What a reviewer has so far, as they left it. */
export interface ReviewDraft {
  ratings: Partial<Scores>;
  good: string;
  suggestion: string;
  comments: ReviewComment[];
  heard: [number, number][];
}

/** A take whose maker wants reviews. What reviewers hear is a copy that says nothing of who made it. */
export const reviewRequests = pgTable(
  "review_requests",
  {
    id: uuid().primaryKey(),
    answerId: uuid("answer_id")
      .notNull()
      .references(() => answers.id, { onDelete: "cascade" }),
    authorId: uuid("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    state: reviewRequestStateEnum().notNull().default("open"),
    withdrawnFor: withdrawnForEnum("withdrawn_for"),
    /** The language that is spoken in it. */
    language: localeEnum().notNull(),
    wanted: smallint().notNull(),
    received: smallint().notNull().default(0),
    /** Its author has given what it asks for; until then only its first review has its turn among the others. */
    paid: boolean().notNull(),
    /** Reviewers first hear the voice alone, which the author's device takes out of the video. */
    staged: boolean().notNull().default(false),
    /** The author allowed that somebody who runs the service reviews it when no peer comes. */
    staffMay: boolean("staff_may").notNull().default(false),
    /** The voice as it was sent, and the copies that are heard and seen. */
    voiceUploadKey: text("voice_upload_key"),
    voiceType: text("voice_type"),
    voiceKey: text("voice_key"),
    copyKey: text("copy_key"),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** When making the copies was begun the last time: while it waits, that has not ended, or failed for a reason that may pass. */
    triedAt: instant("tried_at"),
    /** When the copies were there, and it came into the queue. */
    openedAt: instant("opened_at"),
    firstReviewAt: instant("first_review_at"),
    satisfiedAt: instant("satisfied_at"),
    /** When it was closed or withdrawn. */
    endedAt: instant("ended_at"),
    /** When its author last looked at its reviews. */
    seenAt: instant("seen_at"),
    /** When its author was told that it waits for longer than usual. */
    toldWaitingAt: instant("told_waiting_at"),
    /** When the storage had confirmed that the copies are gone. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    uniqueIndex("review_requests_answer_key").on(t.answerId).where(sql`state <> 'withdrawn'`),
    index("review_requests_any_answer_idx").on(t.answerId),
    index("review_requests_author_idx").on(t.authorId, t.createdAt, t.id),
    index("review_requests_preparing_idx").on(t.triedAt.asc().nullsFirst(), t.createdAt).where(sql`state = 'open' and opened_at is null`),
    index("review_requests_waiting_idx").on(t.openedAt).where(sql`state = 'open' and received = 0`),
    index("review_requests_first_idx").on(t.firstReviewAt).where(sql`first_review_at is not null`),
    index("review_requests_satisfied_idx").on(t.satisfiedAt).where(sql`state = 'satisfied'`),
    index("review_requests_ended_idx").on(t.endedAt),
    index("review_requests_due_erasure_idx").on(t.createdAt).where(sql`state <> 'open' and erased_at is null`),
    check("review_requests_received_check", sql`${t.received} between 0 and ${t.wanted}`),
  ],
);

/** One review that a request wants: waiting in the queue, lent to a reviewer for some hours, or done with. */
export const reviewAssignments = pgTable(
  "review_assignments",
  {
    /** Made at random, and another one for each: nothing in it tells two of the same people apart from any others. */
    id: uuid().primaryKey(),
    requestId: uuid("request_id")
      .notNull()
      .references(() => reviewRequests.id, { onDelete: "cascade" }),
    /**
     * As of the request, so that the queue is read from one table. No references of their own: making a row would wait for whoever
     * holds the take, and they for the row before it.
     */
    authorId: uuid("author_id").notNull(),
    answerId: uuid("answer_id").notNull(),
    language: localeEnum().notNull(),
    /** Which of the reviews that are wanted it is, from 1; a turn that nobody used is taken over by the next. */
    place: smallint().notNull(),
    /** When its turn has come: whoever is due for longest is served first, also before that time when nobody else waits. */
    turnAt: instant("turn_at").notNull(),
    state: assignmentStateEnum().notNull().default("queued"),
    reviewerId: uuid("reviewer_id").references(() => users.id, { onDelete: "cascade" }),
    leasedAt: instant("leased_at"),
    leaseEndsAt: instant("lease_ends_at"),
    /** Its language was one of the reviewer's own when it was lent, whatever they choose meanwhile. */
    ownLanguage: boolean("own_language").notNull().default(true),
    /** When the reviewer was told that it ends soon. */
    warnedAt: instant("warned_at"),
    endedAt: instant("ended_at"),
    /** It ended without a review, and not because the recording was taken back. */
    givenUp: boolean("given_up").notNull().default(false),
    /** Moderators removed the review: its place wants another one. */
    voided: boolean().notNull().default(false),
    /** What the reviewer thought when they had only heard the voice. */
    firstRatings: jsonb("first_ratings").$type<Scores>(),
    /** The lease in which its draft was begun, where it goes on with that one's. */
    draftOf: uuid("draft_of"),
    draft: jsonb().$type<ReviewDraft>(),
    draftSavedAt: instant("draft_saved_at"),
  },
  (t) => [
    index("review_assignments_queue_idx").on(t.language, t.turnAt, t.id).where(sql`state = 'queued'`),
    uniqueIndex("review_assignments_lease_key").on(t.reviewerId).where(sql`state = 'leased'`),
    // A place is waiting, lent or used once at a time.
    uniqueIndex("review_assignments_place_key")
      .on(t.requestId, t.place)
      .where(sql`state in ('queued', 'leased', 'submitted') and not voided`),
    index("review_assignments_request_idx").on(t.requestId),
    index("review_assignments_ending_idx").on(t.leaseEndsAt).where(sql`state = 'leased'`),
    index("review_assignments_reviewer_idx").on(t.reviewerId, t.endedAt),
    index("review_assignments_heard_idx").on(t.answerId, t.reviewerId),
    index("review_assignments_drafts_idx").on(t.endedAt).where(sql`draft is not null and state in ('released', 'expired')`),
    check(
      "review_assignments_lease_check",
      sql`(${t.state} = 'queued') = (${t.leasedAt} is null) and (${t.leasedAt} is null) = (${t.leaseEndsAt} is null)`,
    ),
    check("review_assignments_stranger_check", sql`${t.reviewerId} is distinct from ${t.authorId}`),
  ],
);

/** Two people of whom one was lent the other's recording: not again, whichever way round, for a while. */
export const reviewPairs = pgTable(
  "review_pairs",
  {
    /** Of the two ids the one that is sorted first. */
    oneId: uuid("one_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    otherId: uuid("other_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    pairedAt: instant("paired_at").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.oneId, t.otherId] }),
    index("review_pairs_other_idx").on(t.otherId),
    index("review_pairs_age_idx").on(t.pairedAt),
    check("review_pairs_order_check", sql`${t.oneId} < ${t.otherId}`),
  ],
);

/** What somebody said of another's take. It stays its writer's when the take, or its maker, is no more; and the reader's when the writer is. */
export const peerReviews = pgTable(
  "peer_reviews",
  {
    /** Made at random, as an assignment's. */
    id: uuid().primaryKey(),
    assignmentId: uuid("assignment_id").references(() => reviewAssignments.id, { onDelete: "set null" }),
    requestId: uuid("request_id").references(() => reviewRequests.id, { onDelete: "set null" }),
    answerId: uuid("answer_id").references(() => answers.id, { onDelete: "set null" }),
    authorId: uuid("author_id").references(() => users.id, { onDelete: "set null" }),
    reviewerId: uuid("reviewer_id").references(() => users.id, { onDelete: "set null" }),
    questionId: uuid("question_id")
      .notNull()
      .references(() => questions.id),
    state: reviewStateEnum().notNull(),
    /** Under which letter its author knows the reviewer, from 1; drawn by lot, so that it tells nothing of who came first. */
    letter: smallint().notNull(),
    clarity: smallint().notNull(),
    logicRelevance: smallint("logic_relevance").notNull(),
    expertiseInsight: smallint("expertise_insight").notNull(),
    attitudeEngagement: smallint("attitude_engagement").notNull(),
    ratingOverall: smallint("rating_overall").notNull(),
    good: text().notNull(),
    suggestion: text().notNull(),
    comments: jsonb().$type<ReviewComment[]>().notNull(),
    /** How much of it was played, as the reviewer's device tells it. */
    heardMs: integer("heard_ms").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    publishedAt: instant("published_at"),
    thankedAt: instant("thanked_at"),
    helpful: boolean(),
    /** A take that tries its suggestion is there. */
    retakenAt: instant("retaken_at"),
    /** The take is deleted: its maker sees nothing of this any more, and its words are gone. */
    textsErasedAt: instant("texts_erased_at"),
  },
  (t) => [
    uniqueIndex("peer_reviews_assignment_key").on(t.assignmentId),
    uniqueIndex("peer_reviews_letter_key").on(t.requestId, t.letter),
    index("peer_reviews_created_idx").on(t.createdAt),
    index("peer_reviews_answer_idx").on(t.answerId),
    index("peer_reviews_author_idx").on(t.authorId, t.createdAt, t.id),
    index("peer_reviews_reviewer_idx").on(t.reviewerId, t.createdAt, t.id),
    check(
      "peer_reviews_ratings_check",
      sql`least(${t.clarity}, ${t.logicRelevance}, ${t.expertiseInsight}, ${t.attitudeEngagement}, ${t.ratingOverall}) >= 1 and greatest(${t.clarity}, ${t.logicRelevance}, ${t.expertiseInsight}, ${t.attitudeEngagement}, ${t.ratingOverall}) <= 5`,
    ),
  ],
);

/** The take by which somebody tried a review's suggestion. */
export const reviewRetakes = pgTable(
  "review_retakes",
  {
    answerId: uuid("answer_id")
      .primaryKey()
      .references(() => answers.id, { onDelete: "cascade" }),
    reviewId: uuid("review_id")
      .notNull()
      .references(() => peerReviews.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (t) => [index("review_retakes_review_idx").on(t.reviewId)],
);

/** What moderators are asked to decide, and what came of it. */
export const reviewCases = pgTable(
  "review_cases",
  {
    id: uuid().primaryKey(),
    kind: reviewCaseKindEnum().notNull(),
    reviewId: uuid("review_id").references(() => peerReviews.id, { onDelete: "cascade" }),
    requestId: uuid("request_id").references(() => reviewRequests.id, { onDelete: "cascade" }),
    askedById: uuid("asked_by_id").references(() => users.id, { onDelete: "set null" }),
    /** Of a report; a dispute says it in words. */
    cause: flagReasonEnum(),
    note: text().notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
    /** Null until it is decided. */
    outcome: reviewOutcomeEnum(),
    /** Why, as both sides are told it. */
    reason: text().notNull().default(""),
    decidedById: uuid("decided_by_id").references(() => users.id, { onDelete: "set null" }),
    decidedAt: instant("decided_at"),
  },
  (t) => [
    index("review_cases_queue_idx").on(t.createdAt, t.id).where(sql`outcome is null`),
    // A review is decided about once; a recording once at a time for each who reports it.
    uniqueIndex("review_cases_review_key").on(t.reviewId).where(sql`review_id is not null`),
    uniqueIndex("review_cases_recording_key").on(t.requestId, t.askedById).where(sql`review_id is null and outcome is null`),
    index("review_cases_request_idx").on(t.requestId),
    index("review_cases_asked_by_idx").on(t.askedById),
    check(
      "review_cases_about_check",
      sql`(${t.kind} = 'recording') = (${t.reviewId} is null) and (${t.kind} = 'dispute') = (${t.cause} is null)`,
    ),
  ],
);

/** Which languages somebody understands well enough to review; without a row it is their account's. */
export const reviewerLanguages = pgTable("reviewer_languages", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  languages: localeEnum().array().notNull(),
});

/** Closed sets of values, once, of reviews of one another's takes: the tables' types, the zod schemas and the interface all read these tuples. */

/** A wish for reviews of a take (features/peer-review/rules.ts has the steps). */
export const REVIEW_REQUEST_STATES = ["open", "satisfied", "closed", "withdrawn"] as const;
export type ReviewRequestState = (typeof REVIEW_REQUEST_STATES)[number];

/**
 * Why a request was withdrawn: its author wished so, the take was deleted, its file cannot be read, moderators took it out, the voice
 * that reviewers were to hear first never came, or the copies could not be made for a day.
 */
export const WITHDRAWN_FOR = ["author", "deleted", "unreadable", "moderated", "voiceless", "unprepared"] as const;
export type WithdrawnFor = (typeof WITHDRAWN_FOR)[number];

/** One of the reviews that a request wants, from its place in the queue on (features/peer-review/rules.ts has the steps). */
export const ASSIGNMENT_STATES = ["queued", "leased", "submitted", "released", "expired"] as const;
export type AssignmentState = (typeof ASSIGNMENT_STATES)[number];

/** A review that was written (features/peer-review/rules.ts has the steps). */
export const REVIEW_STATES = ["submitted", "published", "thanked", "disputed", "upheld", "edited", "removed"] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** What moderators are asked about: a review that is not just, one that is not decent, or a recording that should not be here. */
export const REVIEW_CASE_KINDS = ["dispute", "review", "recording"] as const;
export type ReviewCaseKind = (typeof REVIEW_CASE_KINDS)[number];

/** How moderators decide: it stays as it is, parts of it are taken out, or all of it is. */
export const REVIEW_OUTCOMES = ["upheld", "edited", "removed"] as const;
export type ReviewOutcome = (typeof REVIEW_OUTCOMES)[number];

/** Every closed set of values, once: the tables' types, the zod schemas and the interface all read these tuples. */

export const ROLES = ["candidate", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

/** The parts of the app that can be switched off: each is the router of that name. One's account and the administration stay. */
export const AREAS = ["practice", "learning", "forum", "peerReview", "support", "subscription", "trades"] as const;
export type Area = (typeof AREAS)[number];

/** For everybody, for nobody, or for accounts that it was given to. */
export const AREA_STATES = ["on", "off", "chosen"] as const;
export type AreaState = (typeof AREA_STATES)[number];

export const ANNOUNCEMENT_KINDS = ["info", "warning"] as const;
export type AnnouncementKind = (typeof ANNOUNCEMENT_KINDS)[number];

/** Who sees an announcement: whoever opens a page, whoever is signed in, or those who run the service. */
export const AUDIENCES = ["everybody", "signed_in", "team"] as const;
export type Audience = (typeof AUDIENCES)[number];

/** What those who run the service do, by its area and what was done there; the audit log's words for each are in the catalogues. */
export const AUDIT_ACTIONS = [
  "announcements.add",
  "announcements.delete",
  "announcements.edit",
  "areas.grant",
  "areas.revoke",
  "audit.export",
  "bank.add",
  "bank.import",
  "bank.move",
  "bank.order_import",
  "bank.save",
  "bank.turn",
  "canned.add",
  "canned.delete",
  "canned.edit",
  "canned.move",
  "category.add",
  "category.move",
  "category.save",
  "category.turn",
  "demo.clock",
  "faq.add",
  "faq.delete",
  "faq.edit",
  "faq.move",
  "faq.publish",
  "faq.withdraw",
  "learning.add",
  "learning.attach",
  "learning.delete",
  "learning.detach",
  "learning.edit",
  "learning.move",
  "learning.publish",
  "learning.withdraw",
  "operations.retry_event",
  "operations.retry_mail",
  "operations.run_job",
  "peer_review.decide",
  "peer_review.take",
  "people.dropFactors",
  "people.endSessions",
  "people.grantRole",
  "people.restore",
  "people.suspend",
  "people.unlock",
  "people.verify",
  "room.add",
  "room.archive",
  "room.move",
  "room.save",
  "settings.save",
  "subscription.grant",
  "subscription.refund",
  "subscription.revoke",
  "support.answer",
  "support.assign",
  "support.note",
  "support.resolve",
  "support.snooze",
  "support.wake",
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An account from its registration to its end; which one it is in follows from its facts (features/account/rules.ts). */
export const ACCOUNT_STATES = ["unverified", "active", "locked", "suspended", "pending_deletion", "erased"] as const;
export type AccountState = (typeof ACCOUNT_STATES)[number];

/** What those who run the service may do about somebody's account. */
export const PEOPLE_ACTS = ["suspend", "restore", "unlock", "verify", "endSessions", "grantRole"] as const;
export type PeopleAct = (typeof PEOPLE_ACTS)[number];

/** By what the list of people can be ordered. */
export const PEOPLE_ORDERS = ["registered", "name", "email", "seen"] as const;
export type PeopleOrder = (typeof PEOPLE_ORDERS)[number];

/** Third parties that can prove who somebody is. `oidc` is any OpenID Connect provider that the operator names. */
export const PROVIDERS = ["google", "linkedin", "github", "oidc"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** What proved a session's owner at its start. */
export const SESSION_METHODS = ["password", "passkey", "third_party"] as const;
export type SessionMethod = (typeof SESSION_METHODS)[number];

/** What a link that was mailed may do, once. */
export const LINK_PURPOSES = ["verify_email", "change_email", "reset_password"] as const;
export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** What happens that somebody may want to hear of. */
export const NOTIFICATION_EVENTS = [
  "new_device",
  "export_ready",
  "recording_played",
  "support",
  "billing",
  "security",
  // A message waits in the support inbox; only those who answer it hear of it.
  "support_inbox",
  // Somebody answers, names or thanks one in the community.
  "community",
  // Something was written in what one watches there.
  "community_watched",
  // Reports and proposals wait there; only those who look after it hear of them.
  "community_reports",
  // Reviews of one's answers, and what came of those that one gave.
  "peer_review",
  // Disputes, and requests that nobody answers; only those who look after it hear of them.
  "peer_review_care",
] as const;
export type NotificationEvent = (typeof NOTIFICATION_EVENTS)[number];

/** The ways beside the bell, under which everything appears. */
export const NOTIFICATION_CHANNELS = ["email", "push"] as const;
export type NotificationChannel = (typeof NOTIFICATION_CHANNELS)[number];

/** What a notification says; its words are `notifications.kinds.<kind>` in the catalogues. */
export const NOTIFICATION_KINDS = [
  "password_changed",
  "factors_changed",
  "email_change_asked",
  "deletion_requested",
  "new_device",
  "account_suspended",
  "account_restored",
  "role_changed",
  "signed_out",
  "export_ready",
  "recording_played",
  "receipt",
  "payment_failed",
  "subscription_ending",
  "subscription_on_hold",
  "subscription_ended",
  "support_reply",
  "support_resolved",
  "support_message",
  "support_woken",
  "forum_reply",
  "forum_mention",
  "forum_answer",
  "forum_post",
  "forum_topic",
  "forum_hidden",
  "forum_restored",
  "forum_removed",
  "forum_topic_moderated",
  "forum_suspended",
  "forum_suspension_lifted",
  "forum_flag_outcome",
  "forum_flagged",
  "forum_take_played",
  "forum_proposed",
  "forum_proposal_adopted",
  "forum_proposal_declined",
  "review_first",
  "review_all",
  "review_thanked",
  "review_retake",
  "review_lease_ending",
  "review_decided",
  "review_own_decided",
  "review_waiting",
  "review_unreadable",
  "review_voiceless",
  "review_unprepared",
  "review_case",
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** When mails about what somebody has not seen go out. */
export const MAIL_RHYTHMS = ["promptly", "daily"] as const;
export type MailRhythm = (typeof MAIL_RHYTHMS)[number];

/** An archive of somebody's data: asked for, being made, there for 48 hours, gone. */
export const EXPORT_STATES = ["queued", "running", "ready", "failed", "expired"] as const;
export type ExportState = (typeof EXPORT_STATES)[number];

/** Who played a recording: its maker, somebody with the link, or somebody of the community with which it was shared. */
export const PLAYED_BY = ["owner", "link", "forum"] as const;
export type PlayedBy = (typeof PLAYED_BY)[number];

export const VIDEO_KINDS = ["mentorship", "tutorial"] as const;
export type VideoKind = (typeof VIDEO_KINDS)[number];

/** How far somebody is with a video; it follows from what they watched (features/learning/rules.ts). */
export const WATCH_STATES = ["not_started", "in_progress", "completed"] as const;
export type WatchState = (typeof WATCH_STATES)[number];

export const VIDEO_ORDERS = ["newest", "title", "recently_watched"] as const;

/** The parts of a university's page, in the order in which they are shown. */
export const UNIVERSITY_SECTIONS = ["about", "programmes", "admission", "interview", "deadlines"] as const;
export type UniversitySection = (typeof UNIVERSITY_SECTIONS)[number];

/** The outlines of the marks that the app draws for universities. */
export const MARK_SHAPES = ["shield", "circle", "book", "arch", "star", "wave", "hexagon", "leaf"] as const;
export type MarkShape = (typeof MARK_SHAPES)[number];

export const RECORDING_KINDS = ["audio", "video"] as const;
export type RecordingKind = (typeof RECORDING_KINDS)[number];

/** practice: retakes and overrun allowed; simulation: one take, time is strict. */
export const PRACTICE_MODES = ["practice", "simulation"] as const;
export type PracticeMode = (typeof PRACTICE_MODES)[number];

/** A set of questions under strict clocks. */
export const SIMULATION_STATES = ["planned", "running", "finished", "abandoned"] as const;
export type SimulationState = (typeof SIMULATION_STATES)[number];

/** Whether a take is a simulation's answer to its question, or why it is an ordinary practice take instead. */
export const TAKE_STANDINGS = ["counted", "second", "late"] as const;
export type TakeStanding = (typeof TAKE_STANDINGS)[number];

/** Where a question of the bank stands; people are asked published ones only. */
export const QUESTION_STATES = ["draft", "published", "retired"] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** What comes in files and goes out in them. */
export const IMPORT_KINDS = ["questions", "faq", "canned", "professions"] as const;
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** How far a file of them is on its way. */
export const IMPORT_STATES = ["uploading", "waiting", "checking", "checked", "ordered", "applying", "applied", "refused"] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

export const IMPORT_FORMATS = ["csv", "json"] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Why a file of questions goes no further: what is wrong with the file as a whole, or that the bank has changed since it was checked. */
export const IMPORT_PROBLEMS = ["encoding", "quotes", "columns", "json", "empty", "rowTooLong", "tooManyRows", "outdated"] as const;
export type ImportProblem = (typeof IMPORT_PROBLEMS)[number];

/** What a row of such a file does. */
export const IMPORT_ROW_KINDS = ["new", "changed", "same", "wrong"] as const;
export type ImportRowKind = (typeof IMPORT_ROW_KINDS)[number];

export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The five scales of a rating, in the order in which they are shown. */
export const RATING_SCALES = ["clarity", "logic_relevance", "expertise_insight", "attitude_engagement", "rating_overall"] as const;
export type RatingScale = (typeof RATING_SCALES)[number];

/** The parts of a story that is told to answer a question, in the order in which it is told. */
export const STAR_PARTS = ["situation", "task", "action", "result"] as const;
export type StarPart = (typeof STAR_PARTS)[number];

/** Which round of choosing an interview belongs to. */
export const INTERVIEW_STAGES = ["screening", "phone", "technical", "panel", "assessment_centre", "final", "other"] as const;
export type InterviewStage = (typeof INTERVIEW_STAGES)[number];

/** What came of an interview (features/practice/interviews/rules.ts has the steps). */
export const INTERVIEW_OUTCOMES = ["waiting", "invited_on", "offer", "rejected", "withdrawn", "no_answer"] as const;
export type InterviewOutcome = (typeof INTERVIEW_OUTCOMES)[number];

/** The two lists of an interview log, as one's own calendar divides it: today's are still to come. */
export const INTERVIEW_LISTS = ["coming", "past"] as const;

/** How well an answer went, for the schedule: the four words of FSRS. */
export const PLAN_GRADES = ["again", "hard", "good", "easy"] as const;
export type PlanGrade = (typeof PLAN_GRADES)[number];

/** Where a question is in FSRS, in the library's order. Plans count in whole days, so that whatever was practised is in review. */
export const CARD_STATES = ["new", "learning", "review", "relearning"] as const;
export type CardState = (typeof CARD_STATES)[number];

/** What somebody may want otherwise for a question of their plan. */
export const PLAN_CHOICES = ["not_today", "left_out"] as const;
export type PlanChoice = (typeof PLAN_CHOICES)[number];

/** Why a question stands in the plan. */
export const PLAN_REASONS = ["rated", "interview", "unrated", "new"] as const;
export type PlanReason = (typeof PLAN_REASONS)[number];

/** How far back somebody looks at their progress: four weeks, three months, or to the beginning. */
export const PROGRESS_RANGES = ["weeks", "months", "all"] as const;
export type ProgressRange = (typeof PROGRESS_RANGES)[number];

/** A take's states before the server knows of it, kept on the device. */
export const DEVICE_STATES = ["ready", "reading", "recording", "recovered", "kept", "discarded"] as const;
/** A take's states from its capture on, kept in the database. */
export const ANSWER_STATES = [
  "captured",
  "uploading",
  "stored",
  "self_rated",
  "private",
  "link_shared",
  "in_review",
  "reviewed",
  "deleted",
] as const;
export type DeviceState = (typeof DEVICE_STATES)[number];
export type AnswerState = (typeof ANSWER_STATES)[number];
export type TakeState = DeviceState | AnswerState;

export const STORED_FILE_STATES = ["uploading", "uploaded"] as const;

/** Where a row of an ordered list goes: by one place, or to an end. */
export const MOVES = ["up", "down", "first", "last"] as const;
export type Move = (typeof MOVES)[number];

/** What people can have: the free plan, and two that are paid for by the month or the year. */
export const PLANS = ["free", "plus", "pro"] as const;
export type Plan = (typeof PLANS)[number];
export const BILLING_INTERVALS = ["month", "year"] as const;
export type BillingInterval = (typeof BILLING_INTERVALS)[number];

/** Where money is: at an account of Stripe's, in its test mode, or in a demo. What stands in one means nothing in another. */
export const BILLING_WORLDS = ["live", "test", "demo"] as const;
export type BillingWorld = (typeof BILLING_WORLDS)[number];

/** Stripe's own words for a subscription, stored as they are. */
export const SUBSCRIPTION_STATUSES = [
  "incomplete",
  "incomplete_expired",
  "trialing",
  "active",
  "past_due",
  "canceled",
  "unpaid",
  "paused",
] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** Stripe's own words for an invoice. */
export const INVOICE_STATUSES = ["draft", "open", "paid", "uncollectible", "void"] as const;
export type InvoiceStatus = (typeof INVOICE_STATUSES)[number];

/** Why somebody ends a subscription, as Stripe keeps it (cancellation_details.feedback). */
export const CANCEL_REASONS = [
  "too_expensive",
  "missing_features",
  "switched_service",
  "unused",
  "customer_service",
  "too_complex",
  "low_quality",
  "other",
] as const;
export type CancelReason = (typeof CANCEL_REASONS)[number];

/** A webhook of the embedded emulator: on its way, taken, or not taken for three days. */
export const DELIVERY_STATES = ["pending", "delivered", "given_up"] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

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
export type Satisfaction = (typeof SATISFACTIONS)[number];

/** The lists of the support team's inbox. */
export const INBOX_QUEUES = ["new", "mine", "all", "snoozed", "resolved"] as const;
export type InboxQueue = (typeof INBOX_QUEUES)[number];

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
export type SharedKind = (typeof SHARED_KINDS)[number];

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

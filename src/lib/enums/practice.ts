/** Closed sets of values, once, of questions, takes, plans and interviews: the tables' types, the zod schemas and the interface all read these tuples. */

/** Who played a recording: its maker, somebody with the link, or somebody of the community with which it was shared. */
export const PLAYED_BY = ["owner", "link", "forum"] as const;
export type PlayedBy = (typeof PLAYED_BY)[number];

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

/** Every closed set of values, once: the tables' types, the zod schemas and the interface all read these tuples. */

export const ROLES = ["candidate", "admin", "super_admin"] as const;
export type Role = (typeof ROLES)[number];

export const RECORDING_KINDS = ["audio", "video"] as const;
export type RecordingKind = (typeof RECORDING_KINDS)[number];

/** practice: retakes and overrun allowed; simulation: one take, time is strict. */
export const PRACTICE_MODES = ["practice", "simulation"] as const;
export type PracticeMode = (typeof PRACTICE_MODES)[number];

export const DIFFICULTIES = ["easy", "medium", "hard"] as const;
export type Difficulty = (typeof DIFFICULTIES)[number];

/** The five scales of a rating, in the order in which they are shown. */
export const RATING_SCALES = ["clarity", "logic_relevance", "expertise_insight", "attitude_engagement", "rating_overall"] as const;
export type RatingScale = (typeof RATING_SCALES)[number];

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

import { DAY_MS, HOUR_MS } from "@/lib/durations";
import { ANSWER_STATES, type AnswerState, DEVICE_STATES, type RatingScale, type TakeState } from "@/lib/enums/practice";
import { lifecycle, type Step } from "@/lib/lifecycle";

/** Who takes a step: the candidate, the device on its own (a crash, a clock), the server, or a reviewer. */
type By = "candidate" | "device" | "server" | "reviewer";

const step = (from: TakeState, to: TakeState, by: By): Step<TakeState, By> => ({ from, to, by });

/** A take from its first second on the device to its reviews. Whatever exists can be deleted by its maker. */
export const take = lifecycle<TakeState, By>(
  [...DEVICE_STATES, ...ANSWER_STATES],
  [
    step("ready", "reading", "candidate"),
    step("reading", "ready", "candidate"),
    step("reading", "recording", "device"),
    step("ready", "recording", "candidate"),
    step("recording", "captured", "candidate"),
    step("recording", "ready", "candidate"),
    step("recording", "recovered", "device"),
    step("recovered", "kept", "candidate"),
    step("recovered", "discarded", "candidate"),
    step("kept", "captured", "device"),
    step("captured", "uploading", "device"),
    step("uploading", "stored", "server"),
    step("stored", "self_rated", "candidate"),
    step("self_rated", "private", "candidate"),
    step("self_rated", "link_shared", "candidate"),
    step("self_rated", "in_review", "candidate"),
    step("private", "link_shared", "candidate"),
    step("private", "in_review", "candidate"),
    step("link_shared", "private", "candidate"),
    // Reviews may be asked for before one has rated it: they stay hidden until one has.
    step("stored", "in_review", "candidate"),
    step("link_shared", "in_review", "candidate"),
    step("in_review", "private", "candidate"),
    // Back to where it was, when reviews are no longer asked for.
    step("in_review", "stored", "server"),
    step("in_review", "link_shared", "server"),
    step("in_review", "reviewed", "reviewer"),
    ...ANSWER_STATES.filter((state) => state !== "deleted").map((state) => step(state, "deleted", "candidate")),
  ],
);

/** States in which the file is on the server. */
export const isStored = (state: AnswerState): boolean => !["captured", "uploading", "deleted"].includes(state);

/** Whether a recording may still be replaced by another attempt at mending or sending it. */
export const isOnDevice = (state: AnswerState): boolean => state === "captured" || state === "uploading";

/** Where a stored answer stands once it has all five ratings. */
export const afterRating = (state: AnswerState): AnswerState => (take.can(state, "self_rated", "candidate") ? "self_rated" : state);

/** Where a take stands whose reviews are no longer asked for. */
export function afterWithdrawal({ rated, linked }: { rated: boolean; linked: boolean }): AnswerState {
  if (!rated) return "stored";
  return linked ? "link_shared" : "private";
}

/** A rating as its five columns. */
export const ratingColumns = (ratings: Record<RatingScale, number>) => ({
  clarity: ratings.clarity,
  logicRelevance: ratings.logic_relevance,
  expertiseInsight: ratings.expertise_insight,
  attitudeEngagement: ratings.attitude_engagement,
  ratingOverall: ratings.rating_overall,
});

/** Whether a take can have a link: one that peers look at, or have looked at, keeps its state beside it. */
export const canShare = (state: AnswerState, rated: boolean): boolean =>
  take.can(state, "link_shared", "candidate") || (rated && (state === "in_review" || state === "reviewed"));

/** Characters that the notes on an answer may have. */
export const COMMENTS_MAX = 5000;

/** A take may wait so many days on its device and still tell when it was made. */
const WAITED_DAYS = 30;

/**
 * When a take counts as made: as its device says, but never after it arrived and not long before. A clock that is wrong costs no take.
 * @param told by the device, in ISO 8601
 */
export function recordedAt(told: string, arrived: Date): Date {
  const earliest = arrived.getTime() - WAITED_DAYS * DAY_MS;
  return new Date(Math.min(arrived.getTime(), Math.max(earliest, Date.parse(told))));
}

/** The minutes that reading and answering may take: halves, up to an hour. */
export const MINUTES = { min: 0.5, max: 60, step: 0.5 };
export const ALLOWED_MINUTES = Array.from(
  { length: (MINUTES.max - MINUTES.min) / MINUTES.step + 1 },
  (_, at) => MINUTES.min + at * MINUTES.step,
);

/** Minutes as milliseconds. */
export const minutesToMs = (minutes: number): number => Math.round(minutes * 60_000);

/** The largest recording that is taken, in bytes: what two hours of video need. */
export const MAX_RECORDING_BYTES = 2 * 1024 ** 3;

/** At how many bytes a recording ends by itself: its last piece, and what mending adds, have to fit as well. */
export const FULL_RECORDING_BYTES = Math.floor(0.95 * MAX_RECORDING_BYTES);

/**
 * After how long a practice take ends by itself, in milliseconds: an hour beyond its time, and two in all at the most. Whoever still speaks by
 * then has gone and left it running.
 */
export const longestMs = (answerMinutes: number): number => Math.min(2 * HOUR_MS, minutesToMs(answerMinutes) + HOUR_MS);

export interface Clock {
  /** Milliseconds left of the planned time; 0 when it is over. */
  remainingMs: number;
  /** Milliseconds beyond the planned time. */
  overrunMs: number;
  /** 0 at the start, 1 at the end of the planned time. */
  share: number;
}

/** What a timer shows: started and now are instants of one clock, in milliseconds. */
export function clock(plannedMs: number, startedAt: number, now: number): Clock {
  const elapsed = Math.max(0, now - startedAt);
  return {
    remainingMs: Math.max(0, plannedMs - elapsed),
    overrunMs: Math.max(0, elapsed - plannedMs),
    share: plannedMs > 0 ? Math.min(1, elapsed / plannedMs) : 1,
  };
}

/** How long a take is once its file tells, and how far beyond the planned time: what the clock counted and nobody recorded is neither. */
export const asLongAs = (measured: { durationMs: number; overrunMs: number }, durationMs: number) => ({
  durationMs,
  overrunMs: Math.max(0, measured.overrunMs - Math.max(0, measured.durationMs - durationMs)),
});

/** The file name under which a take is uploaded; another attempt gets another storage key. */
export const uploadName = (uid: string, type: string, attempt = 0): string =>
  `${uid}${attempt > 0 ? `-${attempt}` : ""}.${extension(type)}`;

/** Whether a name is one that this take is uploaded under, whatever the attempt. */
export const isUploadName = (name: string, uid: string, type: string): boolean => {
  const attempt = /-(\d{1,4})\.[^.]+$/.exec(name)?.[1];
  return name === uploadName(uid, type, name.startsWith(`${uid}-`) ? Number(attempt) : 0);
};

const EXTENSIONS: Record<string, string> = {
  "audio/webm": "webm",
  "video/webm": "webm",
  "audio/mp4": "m4a",
  "video/mp4": "mp4",
  "audio/ogg": "ogg",
};

export const extension = (type: string): string => EXTENSIONS[type] ?? "bin";

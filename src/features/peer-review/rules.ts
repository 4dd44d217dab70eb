import { DAY_MS, HOUR_MS } from "@/lib/durations";
import {
  ASSIGNMENT_STATES,
  type AssignmentState,
  REVIEW_REQUEST_STATES,
  REVIEW_STATES,
  type ReviewRequestState,
  type ReviewState,
} from "@/lib/enums/peer-review";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { lifecycle } from "@/lib/lifecycle";
import { median } from "@/lib/statistics";

/** Who takes a step: whose take it is, who reviews it, who looks after the service, or the app itself. */
type By = "author" | "reviewer" | "moderator" | "server";

/** A wish for reviews. What nobody took up can be taken back; reviews that were written stay. */
export const request = lifecycle<ReviewRequestState, By>(REVIEW_REQUEST_STATES, [
  { from: "open", to: "satisfied", by: "reviewer" },
  { from: "satisfied", to: "closed", by: "server" },
  { from: "open", to: "withdrawn", by: "author" },
  // The take was deleted, or its file cannot be read.
  { from: "open", to: "withdrawn", by: "server" },
  { from: "open", to: "withdrawn", by: "moderator" },
]);

/** One of the reviews that a request wants. A turn that ends without a review is over: another one takes its place in the queue. */
export const assignment = lifecycle<AssignmentState, By>(ASSIGNMENT_STATES, [
  { from: "queued", to: "leased", by: "reviewer" },
  { from: "leased", to: "submitted", by: "reviewer" },
  { from: "leased", to: "released", by: "reviewer" },
  // The recording was taken back meanwhile.
  { from: "leased", to: "released", by: "server" },
  { from: "leased", to: "expired", by: "server" },
]);

/** A review. Its author answers it with thanks, or asks moderators to look at it, who decide once. */
export const review = lifecycle<ReviewState, By>(REVIEW_STATES, [
  { from: "submitted", to: "published", by: "server" },
  { from: "published", to: "thanked", by: "author" },
  { from: "published", to: "disputed", by: "author" },
  // Who thanked at a first glance may have read on.
  { from: "thanked", to: "disputed", by: "author" },
  { from: "disputed", to: "upheld", by: "moderator" },
  { from: "disputed", to: "edited", by: "moderator" },
  { from: "disputed", to: "removed", by: "moderator" },
]);

/** A review's state as its writer is told it: that its author asked moderators about it only when those have decided. */
export const stateForWriter = ({ state, thankedAt }: { state: ReviewState; thankedAt: Date | null }): Exclude<ReviewState, "disputed"> =>
  state === "disputed" ? (thankedAt ? "thanked" : "published") : state;

/** Reviews that are to be given for each request; how many it wants is the plan's (lib/settings.ts). */
export const TO_GIVE = 2;
/** How long a recording is lent to a reviewer, and how long before the end they are told. */
const LEASE_HOURS = 8;
export const WARN_HOURS = 1;
/** So many days two people are not brought together again, whichever way round. */
export const PAIR_DAYS = 30;
/** So long a draft outlives its lease. */
export const DRAFT_DAYS = 7;
/**
 * After so many turns given up within a week, others come first. What was lent in a language that the reviewer had not named is no fault
 * of theirs: after so many of those they are lent no more of them, and go on in their own.
 */
export const GIVEN_UP = { most: 5, days: 7 } as const;
/**
 * So many recordings somebody is lent within a day, however that ends: whoever has a review for each of the sixty takes that Plus keeps
 * a week gives seventeen a day for them, which are three hours of care.
 */
export const TURNS_PER_DAY = 20;
/** A turn that is due for so many hours is served to those, too, who do not name its language. */
export const OTHER_LANGUAGES_HOURS = 12;
/** A request that did not come into the queue within so many hours ends: its voice is missing, or its copies cannot be made. */
export const OPENED_HOURS = 24;
/** From so many hours without a review on, staff may step in where the author allowed it. */
export const STAFF_HOURS = 48;
/** A recording that so many people reported is lent to nobody else until somebody has decided about it. */
export const HELD_BY_REPORTS = 2;
/** Of somebody's reports that wait for a decision the first so many count for that: few people cannot stop the queue. */
export const HOLDING_REPORTS = 3;
/** Within so many days of a review its author may dispute it. */
export const DISPUTE_DAYS = 14;

/** Letters of each of the two texts, letters of a comment, and how many comments there may be. */
export const MIN_TEXT = 40;
export const MAX_TEXT = 2000;
export const MIN_COMMENT = 3;
export const MAX_COMMENT = 500;
export const MAX_COMMENTS = 50;
/** Of a dispute, and of a decision. */
export const REASON = { min: 10, max: 1000 } as const;
/** The part of a recording that has to be heard before one says what it is like. */
export const HEARD_SHARE = 0.5;
/** The players of a device tell no more pieces than this. */
export const MAX_HEARD = 500;

export const hoursBefore = (now: Date, hours: number): Date => new Date(now.getTime() - hours * HOUR_MS);
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);
export const leaseEnds = (now: Date): Date => new Date(now.getTime() + LEASE_HOURS * HOUR_MS);
export const disputeEnds = (createdAt: Date): Date => new Date(createdAt.getTime() + DISPUTE_DAYS * DAY_MS);

/**
 * Giving before getting. The first request may be made at once, so that nobody has to give before they know what it is like;
 * each further one wants that all before it, and itself, are paid for.
 * @param asked requests so far that count: those that were withdrawn without any review do not
 * @param given reviews so far that count: those that moderators removed do not
 * @returns how many are to be given before the next request can be made
 */
export const owedForNext = ({ asked, given }: { asked: number; given: number }): number =>
  asked === 0 ? 0 : Math.max(0, TO_GIVE * (asked + 1) - given);

/** Whether the request at this place of its author's, from 1, is paid for. */
export const isPaid = (nth: number, given: number): boolean => given >= TO_GIVE * nth;

/** A request's next review has its turn so many hours after the one before; what is not paid for so many days later. */
export const TURN_HOURS = 12;
const UNPAID_DAYS = 7;

/**
 * When one of a request's reviews has its turn. The queue serves whoever is due for longest: of requests of the same age the one
 * with fewest reviews, and in the end also those that others overtook. Of a request that is not paid for only the first review has
 * its turn among the others.
 */
export function turnAt(place: number, paid: boolean, openedAt: Date): Date {
  const late = paid || place === 1 ? 0 : UNPAID_DAYS * DAY_MS;
  return new Date(openedAt.getTime() + (place - 1) * TURN_HOURS * HOUR_MS + late);
}

/** Two people, in the order in which they are kept. */
export const pairOf = (one: string, other: string): { oneId: string; otherId: string } =>
  one < other ? { oneId: one, otherId: other } : { oneId: other, otherId: one };

/** One of the letters that are left, drawn by lot. @param random from 0 up to 1 */
export function drawLetter(taken: readonly number[], wanted: number, random: number): number {
  const left = Array.from({ length: wanted }, (_, at) => at + 1).filter((letter) => !taken.includes(letter));
  return left[Math.floor(random * left.length)] ?? wanted + 1;
}

export const letterOf = (letter: number): string => String.fromCharCode(64 + letter);

/** With fewer first reviews than this nobody can say how long one waits. */
export const ESTIMATE_FROM = 5;
/** So many of the last ones, of so many days, say it. */
export const ESTIMATE_OF = 200;
export const ESTIMATE_DAYS = 14;

/** How long a first review takes these days, in seconds: what really happened, or null where that is too little to say. */
export const waitingEstimate = (waits: readonly number[]): number | null => {
  const middle = waits.length < ESTIMATE_FROM ? null : median(waits);
  return middle === null ? null : Math.round(middle);
};

/** Stretches that were played, in milliseconds from the start, as the device tells them: in any order, also several times. */
export type Heard = readonly (readonly [number, number])[];

/** How much was played at least once. @param durationMs what lies beyond it was not heard; null where nobody knows it */
export function heardMs(heard: Heard, durationMs: number | null): number {
  const end = durationMs ?? Number.POSITIVE_INFINITY;
  let total = 0;
  let until = 0;
  for (const [from, to] of heard.toSorted(([a], [b]) => a - b)) {
    total += Math.max(0, Math.min(to, end) - Math.max(from, until));
    until = Math.max(until, Math.min(to, end));
  }
  return total;
}

export interface Written {
  /** Those that are set so far. */
  ratings: Partial<Record<RatingScale, number>>;
  /** Not given by clients that know comments alone. */
  good?: string | undefined;
  suggestion?: string | undefined;
  comments: readonly { second: number; text: string }[];
  /** Not given by clients that do not tell it. */
  heard?: Heard | undefined;
  /** Null where nobody said how long the recording is. */
  durationMs: number | null;
}

/** What a review still lacks. */
export type Care = "ratings" | "heard" | "comments" | "good" | "suggestion";

/**
 * The care that is owed to somebody who dared to ask: all five ratings, at least half of it heard, a comment where it happens, and
 * in words what was good and what to try. Whoever gives no such words says as much in comments. Asked by the button and by the server.
 */
export function careOf({ ratings, good, suggestion, comments, heard, durationMs }: Written): Care[] {
  const lacking: Care[] = [];
  if (RATING_SCALES.some((scale) => ratings[scale] === undefined)) lacking.push("ratings");
  if (heard && durationMs !== null && heardMs(heard, durationMs) < durationMs * HEARD_SHARE) lacking.push("heard");
  const said = comments.filter(({ text }) => text.trim().length >= MIN_COMMENT);
  const wordless = good === undefined && suggestion === undefined;
  const letters = said.reduce((sum, { text }) => sum + lettersOf(text), 0);
  if (said.length === 0 || (wordless && letters < 2 * MIN_TEXT)) lacking.push("comments");
  if (!wordless && lettersOf(good ?? "") < MIN_TEXT) lacking.push("good");
  if (!wordless && lettersOf(suggestion ?? "") < MIN_TEXT) lacking.push("suggestion");
  return lacking;
}

/** Scripts that write a word in a sign or two say as much in fewer. */
const WORD_SIGNS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** How much a text says, in letters of an alphabet. Blanks and signs that are not seen say nothing. */
export function lettersOf(text: string): number {
  const signs = text.replaceAll(/[\s\p{Cf}]/gu, "");
  return [...signs].length + 2 * (signs.match(WORD_SIGNS)?.length ?? 0);
}

/** Whether comments stand within the recording. @param slackMs by how much players may disagree on where that ends */
export const isWithin = (comments: readonly { second: number }[], durationMs: number, slackMs: number): boolean =>
  comments.every(({ second }) => second * 1000 <= durationMs + slackMs);

/** Ways to somebody: addresses of pages and mails, names after an @, numbers that one can call. */
const WAYS = [
  /:\/\/|www\./i,
  /[\p{L}\p{N}]\.(?!(?:js|net)\/)\p{L}{2,}\/\S/iu,
  /[\p{L}\p{N}._%+-]@[\p{L}\p{N}]|(?<![\p{L}\p{N}])@[\p{L}\p{N}]{2}/u,
  /\+\p{Nd}[\p{Nd}\s().-]{7}|(?:\p{Nd}(?:[^\S\n]|[().-])*){9}/u,
];
/** A large number, in groups of three: nobody can be called by it. */
const AMOUNT = /(?<!\p{Nd}[\s().-]?)(?<!\+)[1-9]\p{Nd}{0,2}(?:[.,'\s]\p{Nd}{3})+(?![\s().-]?\p{Nd})/gu;

/** Years, of which an answer may name several in a row. */
const YEAR = /(?<!\p{Nd})(?:19|20)\p{Nd}{2}(?!\p{Nd})/gu;

/** Whether a text leads to nobody: what is said between strangers holds no way to one another. */
export function isNameless(text: string): boolean {
  const seen = text
    .replaceAll(/\p{Cf}/gu, "")
    .replaceAll(AMOUNT, " # ")
    .replaceAll(YEAR, " # ");
  return !WAYS.some((way) => way.test(seen));
}

/** A wait is worth telling when it is longer than a day, and than twice what is usual. */
export const LONG_WAIT = { hours: 24, usual: 2 } as const;

/** @param usualSeconds null where nobody can say */
export function isLongWait(openedAt: Date | null, usualSeconds: number | null, now: Date): boolean {
  if (!openedAt) return false;
  const waited = (now.getTime() - openedAt.getTime()) / 1000;
  return waited >= Math.max(LONG_WAIT.hours * 3600, (usualSeconds ?? 0) * LONG_WAIT.usual);
}

/** A recording's length for whoever shall not know whose it is: to the millisecond it would be a mark by which it is known elsewhere. */
export const roughLength = (durationMs: number | null): number => Math.round((durationMs ?? 0) / 1000) * 1000;

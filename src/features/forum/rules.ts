import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/durations";
import {
  FLAG_STATES,
  type FlagState,
  POST_STATES,
  type PostState,
  PROPOSAL_STATES,
  type ProposalState,
  TOPIC_STATES,
  type TopicKind,
  type TopicState,
  type WatchLevel,
} from "@/lib/enums/forum";
import { lifecycle } from "@/lib/lifecycle";

/** Who takes a step: whoever wrote it, somebody who runs the service, or the app itself (`reports`: enough trusted people reported it). */
type Taker = "author" | "moderator" | "reports";

/** Every step of a topic. Being pinned is no state of its own: an open or locked one may be. */
export const topic = lifecycle<TopicState, Taker>(TOPIC_STATES, [
  { from: "open", to: "locked", by: "moderator" },
  { from: "locked", to: "open", by: "moderator" },
  { from: "open", to: "archived", by: "moderator" },
  { from: "locked", to: "archived", by: "moderator" },
  { from: "archived", to: "open", by: "moderator" },
  // Its author only while nobody has answered: what others wrote is theirs.
  { from: "open", to: "deleted", by: "author" },
  { from: "open", to: "deleted", by: "moderator" },
  { from: "locked", to: "deleted", by: "moderator" },
  { from: "archived", to: "deleted", by: "moderator" },
  { from: "deleted", to: "open", by: "moderator" },
]);

export const canPin = (state: TopicState): boolean => state === "open" || state === "locked";

/** Every step of a message. */
export const post = lifecycle<PostState, Taker>(POST_STATES, [
  { from: "published", to: "edited", by: "author" },
  { from: "edited", to: "edited", by: "author" },
  { from: "restored", to: "edited", by: "author" },
  { from: "published", to: "self_deleted", by: "author" },
  { from: "edited", to: "self_deleted", by: "author" },
  { from: "restored", to: "self_deleted", by: "author" },
  { from: "published", to: "hidden", by: "moderator" },
  { from: "edited", to: "hidden", by: "moderator" },
  { from: "restored", to: "hidden", by: "moderator" },
  { from: "published", to: "hidden", by: "reports" },
  // Not what a moderator has restored: somebody has looked at that.
  { from: "edited", to: "hidden", by: "reports" },
  { from: "hidden", to: "restored", by: "moderator" },
  { from: "hidden", to: "removed", by: "moderator" },
  { from: "published", to: "removed", by: "moderator" },
  { from: "edited", to: "removed", by: "moderator" },
  { from: "restored", to: "removed", by: "moderator" },
  { from: "removed", to: "restored", by: "moderator" },
]);

export const VISIBLE_POST_STATES = ["published", "edited", "restored"] as const satisfies readonly PostState[];

/** Whether everybody sees what it says; of others only their place is left. */
export const isVisible = (state: PostState): boolean => (VISIBLE_POST_STATES as readonly PostState[]).includes(state);

/** What moderators read and others do not; what its author took back stays taken back. */
export const HELD_BACK_STATES = ["hidden", "removed"] as const satisfies readonly PostState[];

export const isHeldBack = (state: PostState): boolean => (HELD_BACK_STATES as readonly PostState[]).includes(state);

/** What its author took back and what the team removed: nobody but the team reads it any more, and some time later nobody at all. */
export const GONE_POST_STATES = ["self_deleted", "removed"] as const satisfies readonly PostState[];

export const isGone = (state: PostState): boolean => (GONE_POST_STATES as readonly PostState[]).includes(state);

/** Days until a message that is gone is emptied of its words and pictures: as long somebody may object, and the team decide otherwise. */
export const GONE_DAYS = 90;

export const flag = lifecycle<FlagState, "moderator">(FLAG_STATES, [
  { from: "open", to: "upheld", by: "moderator" },
  { from: "open", to: "dismissed", by: "moderator" },
  // What was decided with a topic's deletion, of which nothing came.
  { from: "upheld", to: "open", by: "moderator" },
]);

export const proposal = lifecycle<ProposalState, "proposer" | "moderator">(PROPOSAL_STATES, [
  { from: "proposed", to: "adopted", by: "moderator" },
  { from: "proposed", to: "declined", by: "moderator" },
  { from: "proposed", to: "withdrawn", by: "proposer" },
  { from: "declined", to: "adopted", by: "moderator" },
]);

/** A title's letters, and a message's: a chat is for short ones. */
export const TITLE = { min: 3, max: 140 } as const;
export const MAX_TEXT = { thread: 20_000, chat: 2000 } as const;
/** Of anybody, in one message; who is named beyond that is only a word. */
export const MAX_IMAGES = 10;
export const MAX_MENTIONS = 20;

/** Messages that somebody may write within a minute. */
export const PER_MINUTE = { thread: 8, chat: 30 } as const;
/** Of one message: how often it may be changed within a minute, and how many of its wordings are kept. */
export const EDITS = { perMinute: 6, kept: 50 } as const;
/** Within this time nobody says the same again, unless it is short: "Thank you" is. */
export const SAME_HOURS = 24;
export const SAME_LETTERS = 20;

/** What is asked of those who have just come; it never keeps them from answering in their own topic. */
export const NEWCOMER = { days: 3, messages: 5, links: 2, images: 1, mentions: 3, perHour: 10, topicsPerDay: 3 } as const;

export interface Standing {
  /** They run the service. */
  team: boolean;
  sample: boolean;
  postCount: number;
  joinedAt: Date;
  suspendedUntil: Date | null;
}

export const isNewcomer = ({ team, sample, postCount, joinedAt }: Standing, now: Date): boolean =>
  !team && !sample && (postCount < NEWCOMER.messages || now.getTime() - joinedAt.getTime() < NEWCOMER.days * DAY_MS);

/** What of a message is counted. */
export interface Amounts {
  links: number;
  images: number;
  mentions: number;
}

/** What somebody wrote before, by how long ago: the instants of what counts, the newest first. */
export interface Before {
  /** Messages of the last minute, of the same kind. */
  minute: Date[];
  /** Messages of the last hour in others' topics. */
  hour: Date[];
  /** Topics begun within a day. */
  topics: Date[];
}

/** What stands in the way of a message: an error's code, and when it no longer will where it is a matter of time. */
export interface Obstacle {
  code:
    | "tooManyImages"
    | "writingSuspended"
    | "writingTooFast"
    | "newcomerLinks"
    | "newcomerImages"
    | "newcomerMentions"
    | "newcomerMessages"
    | "newcomerTopics";
  values?: Record<string, number>;
  retryAfter?: number;
}

export interface Attempt {
  kind: TopicKind;
  /** It begins a topic. */
  begins: boolean;
  /** It answers in a topic of theirs. */
  ownTopic: boolean;
  amounts: Amounts;
}

const seconds = (until: number, now: Date): number => Math.max(1, Math.ceil((until - now.getTime()) / 1000));

/** When the oldest of the last so many falls out of its time; undefined while there is room. */
const fullUntil = (instants: Date[], most: number, within: number): number | undefined => {
  const oldest = instants[most - 1];
  return oldest && oldest.getTime() + within;
};

/** What a newcomer's message has too much of; null where nothing. The editor asks it too. */
export function newcomerExcess({ links, images, mentions }: Amounts): Obstacle | null {
  if (links > NEWCOMER.links) return { code: "newcomerLinks", values: { max: NEWCOMER.links } };
  if (images > NEWCOMER.images) return { code: "newcomerImages", values: { max: NEWCOMER.images } };
  return mentions > NEWCOMER.mentions ? { code: "newcomerMentions", values: { max: NEWCOMER.mentions } } : null;
}

/** What of its content stands in a message's way, also when it is changed. */
export function excessOf(standing: Standing, { ownTopic, amounts }: Pick<Attempt, "ownTopic" | "amounts">, now: Date): Obstacle | null {
  if (amounts.images > MAX_IMAGES) return { code: "tooManyImages", values: { max: MAX_IMAGES } };
  return isNewcomer(standing, now) && !ownTopic ? newcomerExcess(amounts) : null;
}

/** Whether somebody may write this now; null where nothing stands in the way. */
export function obstacle(standing: Standing, attempt: Attempt, before: Before, now: Date): Obstacle | null {
  const suspension = suspensionOf(standing, now);
  if (suspension) return suspension;
  if (standing.team) return excessOf(standing, attempt, now);
  const fast = fullUntil(before.minute, PER_MINUTE[attempt.kind], MINUTE_MS);
  if (fast) return { code: "writingTooFast", retryAfter: seconds(fast, now) };
  if (isNewcomer(standing, now) && !attempt.ownTopic) {
    const hour = fullUntil(before.hour, NEWCOMER.perHour, HOUR_MS);
    if (hour) return { code: "newcomerMessages", values: { max: NEWCOMER.perHour }, retryAfter: seconds(hour, now) };
    const day = attempt.begins ? fullUntil(before.topics, NEWCOMER.topicsPerDay, DAY_MS) : undefined;
    if (day) return { code: "newcomerTopics", values: { max: NEWCOMER.topicsPerDay }, retryAfter: seconds(day, now) };
  }
  return excessOf(standing, attempt, now);
}

export function suspensionOf({ suspendedUntil }: Pick<Standing, "suspendedUntil">, now: Date): Obstacle | null {
  if (!suspendedUntil || suspendedUntil <= now) return null;
  return { code: "writingSuspended", values: { days: Math.ceil((suspendedUntil.getTime() - now.getTime()) / DAY_MS) } };
}

interface Mark {
  level: WatchLevel;
  chosen?: boolean;
}

/** How closely somebody follows a topic: what they chose for it, else what they chose for its room, else what came of what they did. */
export function levelOf(topicMark: Mark | null, roomLevel: WatchLevel | null): WatchLevel {
  if (topicMark?.chosen) return topicMark.level;
  if (roomLevel === "mute") return "mute";
  return topicMark && topicMark.level !== "normal" ? topicMark.level : (roomLevel ?? "normal");
}

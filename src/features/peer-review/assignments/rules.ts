import { DAY_MS } from "@/lib/durations";
import { retryAfterSeconds } from "@/lib/rate-window";
import { GIVEN_UP, TURNS_PER_DAY } from "../rules";

/** What a reviewer has of a recording: its voice alone, the video after it, or all of it from the start. */
export const STAGES = ["voice", "video", "whole"] as const;
export type Stage = (typeof STAGES)[number];

/** A video of which the voice is heard first opens with the first ratings. */
export function stageOf({ staged, firstRatings }: { staged: boolean; firstRatings: object | null }): Stage {
  if (!staged) return "whole";
  return firstRatings ? "video" : "voice";
}

/** The name by which devices keep what is written: a lease that goes on with an earlier one's draft has that one's. */
export const draftIdOf = ({ id, draftOf }: { id: string; draftOf: string | null }): string => draftOf ?? id;

/** By which devices know a draft that is kept from one that came after it; null before there is any. */
export const savedAtOf = ({ draft, draftSavedAt }: { draft: object | null; draftSavedAt: Date | null }): string | null =>
  draft && draftSavedAt ? draftSavedAt.toISOString() : null;

/** Seconds that an address lives at the most; a player asks for a new one. */
const LINK_SECONDS = 15 * 60;

/** How long an address lives that is given out now: it ends with the lease. */
export const linkSeconds = (leaseEndsAt: Date, now: Date): number =>
  Math.max(1, Math.min(LINK_SECONDS, Math.floor((leaseEndsAt.getTime() - now.getTime()) / 1000)));

/**
 * In how many seconds somebody may take a turn again who gave up many; undefined for now.
 * @param given the instants at which turns were given up, the newest first
 */
export const givenUpUntil = (given: readonly Date[], now: Date): number | undefined =>
  retryAfterSeconds(given, GIVEN_UP.most, GIVEN_UP.days * DAY_MS, now);

/** In how many seconds somebody may be lent something again; undefined for now. @param lent when they were, the newest first */
export const turnsFull = (lent: readonly Date[], now: Date): number | undefined => retryAfterSeconds(lent, TURNS_PER_DAY, DAY_MS, now);

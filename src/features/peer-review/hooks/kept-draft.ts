"use client";

import { mergeRanges, type Range } from "@/features/learning/rules";
import type { Ratings } from "@/features/practice/schema";
import { both, readDraft } from "@/ui/drafts";
import type { Pin } from "../components/pin-list";
import type { Writing } from "../components/pin-notes";

/** A review while it is written. */
export interface ReviewDraft {
  ratings: Partial<Ratings>;
  good: string;
  suggestion: string;
  pins: Pin[];
  /** A comment in its field: it stays on this device. */
  writing: Writing | null;
  /** Seconds from and to. */
  heard: Range[];
}

/** As it is sent. */
export interface SentDraft {
  ratings: Partial<Ratings>;
  good: string;
  suggestion: string;
  comments: { second: number; text: string }[];
  /** Milliseconds from and to. */
  heard: [number, number][];
}

/** As the server keeps it. */
export interface KeptDraft extends SentDraft {
  savedAt: string;
}

/** As this device keeps it. Once its texts are at the server, only a comment in its field, and what was heard since, are still news. */
export interface LocalDraft extends ReviewDraft {
  sent: boolean;
  /** Of what the server had when this went on from it; null where that was nothing. */
  savedAt: string | null;
  /** When something was last changed, by this device's clock. */
  changedAt: number;
}

export const nameOf = (draftId: string): string => `review-${draftId}`;

export const sentForm = ({ ratings, good, suggestion, pins, heard }: ReviewDraft): SentDraft => ({
  ratings,
  good,
  suggestion,
  comments: pins.map(({ second, text }) => ({ second, text })),
  heard: heard.map(([from, to]) => [Math.round(from * 1000), Math.round(to * 1000)]),
});

export const fromServer = (kept: SentDraft | null): ReviewDraft => ({
  ratings: kept?.ratings ?? {},
  good: kept?.good ?? "",
  suggestion: kept?.suggestion ?? "",
  pins: (kept?.comments ?? []).map((comment, at) => ({ ...comment, id: String(at) })),
  writing: null,
  heard: (kept?.heard ?? []).map(([from, to]) => [from / 1000, to / 1000]),
});

/**
 * What somebody goes on with. What this device did not send is newer than what it went on from; where another device has saved meanwhile,
 * the later of the two leads, and the words of the other stand beside it: what is too much is easily struck out, what is lost is lost.
 */
export function latestOf(local: LocalDraft, kept: KeptDraft | null): ReviewDraft {
  const { sent, savedAt, changedAt, ...left } = local;
  if (!kept) return left;
  const server = fromServer(kept);
  const heard = mergeRanges([...server.heard, ...left.heard], Number.POSITIVE_INFINITY);
  if (sent) return { ...server, writing: left.writing, heard };
  if (kept.savedAt === savedAt) return left;
  const [later, earlier] = changedAt > Date.parse(kept.savedAt) ? [left, server] : [server, left];
  return {
    ratings: { ...earlier.ratings, ...later.ratings },
    good: both(later.good, earlier.good),
    suggestion: both(later.suggestion, earlier.suggestion),
    pins: bothPins(later.pins, earlier.pins),
    writing: left.writing,
    heard,
  };
}

function bothPins(later: Pin[], earlier: Pin[]): Pin[] {
  const more = earlier.filter(({ second, text }) => !later.some((pin) => pin.second === second && pin.text === text));
  return [...later, ...more.map((pin) => ({ ...pin, id: `earlier-${pin.id}` }))];
}

/** What is left of a review that was not sent in time. */
export function unsentReview(draftId: string, kept: KeptDraft | null): ReviewDraft {
  const left = readDraft<LocalDraft>(nameOf(draftId));
  return left ? latestOf(left, kept) : fromServer(kept);
}

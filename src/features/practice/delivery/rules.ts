import { PAUSE_MS } from "@/lib/speech/limits";
import { median } from "@/lib/statistics";

/** Counts up whenever the same recording would be measured differently: what was measured before is measured anew. */
export const DELIVERY_VERSION = 1;

/** After so many other takes there is something that somebody usually does. */
export const USUAL_FROM = 3;
/** So many of the latest takes say what is usual: people change, and that is the point. */
export const USUAL_OF = 20;

/** More than a listener would ever hear: a day of pauses of half a second has fewer than this in an hour. */
export const MAX_PAUSES = 5000;

/** The device and the recorder may disagree by this much about how long a take is: codecs begin and end a little late. */
export const durationSlackMs = (durationMs: number): number => 1500 + durationMs * 0.05;

/** What was measured of one take, as far as takes are compared by it. */
export interface Measured {
  durationMs: number;
  speakingMs: number;
  onsetMs: number | null;
  pausedMs: number;
  syllables: number;
  loudnessRangeDb: number | null;
}

/** What somebody usually does: the medians of their other takes. */
export interface Usual {
  /** Of how many takes. */
  takes: number;
  onsetMs: number;
  /** Of the time from the first word to the last: 0 to 1. */
  pausedShare: number;
  /** Syllables for each second of speaking. */
  rate: number;
  loudnessRangeDb: number;
  speakingMs: number;
}

export const pausedMs = (pauses: readonly { startMs: number; endMs: number }[]): number =>
  pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);

/** What is usual among some values, of which there are any. */
const usual = (values: number[]): number => median(values) ?? 0;

/** Null where nobody speaks. */
export const rateOf = ({ syllables, speakingMs }: Pick<Measured, "syllables" | "speakingMs">): number | null =>
  speakingMs > 0 ? (syllables / speakingMs) * 1000 : null;

/** @param others the latest other takes; null while those in which somebody speaks are too few to call anything usual */
export function usualOf(others: readonly Measured[]): Usual | null {
  const spoken = others.filter(({ speakingMs }) => speakingMs > 0).slice(0, USUAL_OF);
  if (spoken.length < USUAL_FROM) return null;
  return {
    takes: spoken.length,
    onsetMs: usual(spoken.map(({ onsetMs }) => onsetMs ?? 0)),
    pausedShare: usual(spoken.map((take) => take.pausedMs / (take.speakingMs + take.pausedMs))),
    rate: usual(spoken.map((take) => rateOf(take) ?? 0)),
    loudnessRangeDb: usual(spoken.map(({ loudnessRangeDb }) => loudnessRangeDb ?? 0)),
    speakingMs: usual(spoken.map(({ speakingMs }) => speakingMs)),
  };
}

/** What a take is told by, in the order in which it is shown. */
export const MEASURES = ["speaking", "onset", "pauses", "rate", "loudness"] as const;
export type Measure = (typeof MEASURES)[number];

/** A take as it is compared, of what is kept of it. */
export const measuredOf = <Kept extends Omit<Measured, "loudnessRangeDb"> & { loudness: { rangeDb: number } | null }>(
  kept: Kept,
): Measured => ({
  ...kept,
  loudnessRangeDb: kept.loudness?.rangeDb ?? null,
});

/** Each measure of a take in its unit: milliseconds, syllables a second, dB; null where nobody speaks. */
export const measuresOf = (take: Measured): Record<Measure, number | null> => ({
  speaking: take.speakingMs,
  onset: take.onsetMs,
  pauses: take.pausedMs,
  rate: rateOf(take),
  loudness: take.loudnessRangeDb,
});

/** A difference to what is usual, in the measure's unit (milliseconds, syllables a second, dB); `by` is never negative. */
export interface Difference {
  than: "more" | "less" | "same";
  by: number;
  usual: number;
}

/** Below these differences two takes sound the same: half a second, a tenth of the pace, what a change of seat does to the loudness. */
const NOTICED: Record<Measure, (usual: number) => number> = {
  speaking: (usual) => Math.max(3000, usual * 0.1),
  onset: () => 500,
  pauses: () => 1000,
  rate: (usual) => usual * 0.08,
  loudness: () => 2,
};

/**
 * A take beside what its maker usually does. Takes differ in length: pauses are compared with those that they would usually make in as
 * much time.
 */
export function differenceOf(measure: Measure, take: Measured, usual: Usual): Difference {
  const [own, other] = {
    speaking: () => [take.speakingMs, usual.speakingMs] as const,
    onset: () => [take.onsetMs ?? 0, usual.onsetMs] as const,
    pauses: () => [take.pausedMs, usual.pausedShare * (take.speakingMs + take.pausedMs)] as const,
    rate: () => [rateOf(take) ?? 0, usual.rate] as const,
    loudness: () => [take.loudnessRangeDb ?? 0, usual.loudnessRangeDb] as const,
  }[measure]();
  const by = Math.abs(own - other);
  if (by < NOTICED[measure](other)) return { than: "same", by, usual: other };
  return { than: own > other ? "more" : "less", by, usual: other };
}

/** A pace at which nobody speaks says that something else was measured. */
const MOST_SYLLABLES_A_SECOND = 15;

/** Rounded to whole milliseconds, parts may add up to a little more than the whole. */
const ROUNDING_MS = 50;

export interface Claim extends Pick<Measured, "durationMs" | "speakingMs" | "onsetMs" | "syllables"> {
  pauses: { startMs: number; endMs: number }[];
  loudness: object | null;
}

/** Whether what a device says of a take can be: its parts fit into it, its pauses follow one another between the first word and the last. */
export function isPlausible({ durationMs, speakingMs, onsetMs, pauses, syllables, loudness }: Claim): boolean {
  if (onsetMs === null) return speakingMs === 0 && pauses.length === 0 && syllables === 0 && loudness === null;
  const inOrder = pauses.every(
    ({ startMs, endMs }, at) => startMs > (pauses[at - 1]?.endMs ?? onsetMs) && endMs - startMs >= PAUSE_MS && endMs < durationMs,
  );
  const fits = onsetMs + speakingMs + pausedMs(pauses) <= durationMs + ROUNDING_MS;
  return speakingMs > 0 && inOrder && fits && syllables <= (speakingMs / 1000) * MOST_SYLLABLES_A_SECOND + 1;
}

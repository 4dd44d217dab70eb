import { DELIVERY_VERSION } from "@/features/practice/delivery/rules";

/** How a take of a minute was spoken, as a device would say it: a second to begin, two pauses, four syllables a second. */
export const deliveryOf = (uid: string, change: Record<string, unknown> = {}) => ({
  uid,
  version: DELIVERY_VERSION,
  durationMs: 61_000,
  speakingMs: 50_000,
  onsetMs: 1000,
  pauses: [
    { startMs: 12_000, endMs: 14_000 },
    { startMs: 30_000, endMs: 33_000 },
  ],
  syllables: 200,
  loudness: { medianDb: -21.5, rangeDb: 14.25 },
  peaks: Array.from({ length: 600 }, (_, at) => Math.round(Math.abs(Math.sin(at / 9)) * 255)),
  ...change,
});

export const SILENT = { speakingMs: 0, onsetMs: null, pauses: [], syllables: 0, loudness: null };

/** A story in four parts, within a minute. */
export const MARKS = [
  { part: "situation", startMs: 1000, endMs: 9000 },
  { part: "task", startMs: 9000, endMs: 15_000 },
  { part: "action", startMs: 15_000, endMs: 45_000 },
  { part: "result", startMs: 47_000, endMs: 60_000 },
];

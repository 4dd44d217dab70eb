import { DAY_MS } from "@/lib/durations";

/** Bytes that are written over where somebody or something may be named. */
export interface Patch {
  at: number;
  bytes: Uint8Array;
}

/** What a look into a recording finds. */
export interface Looked {
  patches: Patch[];
  /** How long it plays, in milliseconds, where the file tells it. */
  lengthMs: number | undefined;
}

/** Reads a piece of a file; shorter at its end. */
export type Read = (at: number, length: number) => Promise<Uint8Array>;

/** The most parts that are looked at: more is no recording of anybody's. */
const MAX_PARTS = 2_000_000;
/** How deep parts lie in each other at most, and how many places are written over: players' own files need a handful, and each of both is memory. */
const MAX_DEPTH = 16;
const MAX_PATCHES = 10_000;

export const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));

export const uint = (bytes: Uint8Array, from: number, length: number): number => {
  let value = 0;
  for (let at = from; at < from + length; at++) value = value * 256 + (bytes[at] ?? 0);
  return value;
};

/** No recording is longer than a day. */
const MAX_LENGTH_MS = DAY_MS;

export function lengthOf(ticks: number, ticksPerSecond: number): number | undefined {
  const ms = Math.round((ticks / ticksPerSecond) * 1000);
  return ms > 0 && ms <= MAX_LENGTH_MS ? ms : undefined;
}

/** The file is not what its type says, or is cut off within its structure. */
export class Unreadable extends Error {}

/** Counts the part that a walk comes to, before it looks into it. @returns what to call for each @throws Unreadable */
export function bounds(patches: readonly Patch[]): (depth: number) => void {
  let parts = 0;
  return (depth) => {
    if (++parts > MAX_PARTS || depth > MAX_DEPTH || patches.length > MAX_PATCHES) throw new Unreadable("too many parts");
  };
}

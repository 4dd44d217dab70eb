import { readFileSync } from "node:fs";
import path from "node:path";
import known from "#tests/clips/clips.json" with { type: "json" };

/** Made by espeak-ng, so that what is said in them, and when, is known (tests/clips/README.md). */
export type ClipName = keyof typeof known;
export const CLIP_RATE = 16_000;

export const clipFile = (name: ClipName): string => path.resolve("tests/clips", `${name}.wav`);

/** A clip's samples, and what is known of it. */
export function clip(name: ClipName) {
  const bytes = readFileSync(clipFile(name)).subarray(44);
  const samples = Float32Array.from({ length: bytes.length / 2 }, (_, at) => bytes.readInt16LE(at * 2) / 32_768);
  const { spoken, syllables, durationMs } = known[name];
  const between = spoken.slice(1).map(({ startMs }, at) => ({ startMs: spoken[at]?.endMs ?? 0, endMs: startMs }));
  const pauses = between.filter(({ startMs, endMs }) => endMs - startMs >= 500);
  const paused = pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const onsetMs = spoken[0]?.startMs ?? 0;
  return { samples, syllables, durationMs, onsetMs, pauses, speakingMs: (spoken.at(-1)?.endMs ?? 0) - onsetMs - paused };
}

/** Noise that is the same in every run: −1 to 1. */
export function noise(length: number, seed = 1): Float32Array {
  let state = seed;
  return Float32Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  });
}

export const silence = (ms: number, rate = CLIP_RATE): Float32Array => new Float32Array(Math.round((ms * rate) / 1000));

export function joined(...parts: Float32Array[]): Float32Array {
  const all = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const rms = (samples: Float32Array): number => Math.sqrt(samples.reduce((sum, value) => sum + value * value, 0) / samples.length);

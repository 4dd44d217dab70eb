import { findSpeech, nearestRank, type Span, smoothed, toDb, VOICED } from "./activity";
import { FRAME_MS, type Frames, frameReader } from "./frames";
import { MAX_PEAKS, PAUSE_MS } from "./limits";
import { findNuclei } from "./nuclei";

/** A recording that is quieter is drawn as quiet, not blown up: amplitude of the tallest bar at least. */
const TALLEST = 0.02;

/** How somebody spoke. Times are milliseconds from the recording's start. */
export interface Speech {
  durationMs: number;
  /** From the first to the last word, without the pauses. */
  speakingMs: number;
  /** When the first word came; null where nobody speaks. */
  onsetMs: number | null;
  /** Between words, in order. What comes before the first and after the last is no pause. */
  pauses: { startMs: number; endMs: number }[];
  syllables: number;
  /** Syllables for each second of speaking; null where nobody speaks. */
  rate: number | null;
  /** Of the voice alone, in dB below full scale; the range is from the quiet tenth to the loud twentieth. */
  loudness: { medianDb: number; rangeDb: number } | null;
  /** The waveform: at most 600 heights of 0 to 255. */
  peaks: number[];
}

/**
 * Measures how somebody spoke, from mono samples (−1 to 1) in pieces of any size. Nothing here knows words: it works in every language.
 * Speech is found by its loudness (./activity), syllables by their cores (./nuclei). Time grows with the length, and 1.2 kB are kept
 * for each second: an hour takes 4 MB.
 */
export function speechAnalyser(sampleRate: number) {
  if (!(sampleRate >= 4000 && sampleRate <= 384_000)) throw new RangeError(`No sample rate: ${sampleRate}`);
  const reader = frameReader(sampleRate);
  return { push: reader.push, finish: (): Speech => measure(reader.finish()) };
}

/** The same for samples that are all there. */
export function analyseSpeech(samples: Float32Array, sampleRate: number): Speech {
  const analyser = speechAnalyser(sampleRate);
  analyser.push(samples);
  return analyser.finish();
}

function measure(frames: Frames & { durationMs: number }): Speech {
  const { durationMs } = frames;
  const found = findSpeech(frames);
  const peaks = drawPeaks(frames.peak);
  const first = found.spans[0];
  const last = found.spans.at(-1);
  if (!first || !last) return { durationMs, speakingMs: 0, onsetMs: null, pauses: [], syllables: 0, rate: null, loudness: null, peaks };
  const atMs = (frame: number) => Math.min(durationMs, frame * FRAME_MS);
  const pauses = found.spans.slice(1).flatMap(({ from }, at) => {
    const pause = { startMs: atMs((found.spans[at] as Span).to), endMs: atMs(from) };
    return pause.endMs - pause.startMs >= PAUSE_MS ? [pause] : [];
  });
  const onsetMs = atMs(first.from);
  const pausedMs = pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
  const speakingMs = atMs(last.to) - onsetMs - pausedMs;
  const syllables = findNuclei(frames, found).length;
  const rate = speakingMs > 0 ? (syllables / speakingMs) * 1000 : null;
  return { durationMs, speakingMs, onsetMs, pauses, syllables, rate, loudness: loudnessOf(frames, found.spans), peaks };
}

/** Over 50 ms, which is how ears take it in, and of voiced frames: what hisses says little about a voice. */
function loudnessOf({ power, voicing }: Frames, spans: Span[]): Speech["loudness"] {
  const means = smoothed(power, 2);
  const levels: number[] = [];
  for (const { from, to } of spans)
    for (let at = from; at < to; at++) if ((voicing[at] as number) >= VOICED) levels.push(toDb(means[at] as number));
  if (levels.length === 0) return null;
  return { medianDb: nearestRank(levels, 0.5), rangeDb: nearestRank(levels, 0.95) - nearestRank(levels, 0.1) };
}

function drawPeaks(peak: Float32Array): number[] {
  const count = Math.min(MAX_PEAKS, peak.length);
  const heights = Array.from({ length: count }, (_, bar) => {
    const end = Math.max(Math.floor(((bar + 1) * peak.length) / count), 1);
    return peak.subarray(Math.floor((bar * peak.length) / count), end).reduce((most, value) => Math.max(most, value), 0);
  });
  const tallest = heights.reduce((most, height) => Math.max(most, height), TALLEST);
  return heights.map((height) => Math.round((height / tallest) * 255));
}

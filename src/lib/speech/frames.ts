import { butterworth } from "./filters";
import { Growing } from "./growing";

/** Frames are as long as the shortest thing that is told apart: the burst of a plosive. */
export const FRAME_MS = 10;
const FRAMES_A_SECOND = 1000 / FRAME_MS;

/** Takes away a constant offset and the mains' hum (50 or 60 Hz); of the deepest voices only the fundamental. */
const HIGH_PASS_HZ = 100;
/** A voice's periods show below 900 Hz, where hiss has little to say. */
const LOW_PASS_HZ = 900;
/** Enough for what is below 900 Hz, and a twelfth of the work at 48 kHz. */
const PITCH_RATE = 4000;
/** Voices from the deepest to a child's, in Hz. */
const PITCH_RANGE = [60, 400] as const;
/** Two periods of the deepest voice. */
const PITCH_WINDOW_MS = 33;
/** Samples that are filtered at a time. */
const BLOCK = 4096;
/** Below −80 dBFS nobody is heard: not worth looking for a voice. */
const MIN_POWER = 1e-8;

/** What is kept of a recording while it is read: a few numbers for each hundredth of a second. */
export interface Frames {
  /** Mean square of the samples, without offset and hum. */
  power: Float32Array;
  /** Largest amplitude. */
  peak: Float32Array;
  /** 0 to 1: how periodic it is, as voices are and hiss is not. */
  voicing: Float32Array;
}

/**
 * Reads mono samples (−1 to 1) in pieces of any size; the time that it takes grows with their number, and what it keeps is 1.2 kB
 * for each second.
 */
export function frameReader(sampleRate: number) {
  const power = new Growing();
  const peak = new Growing();
  const voicing = new Growing();
  const highPass = butterworth("highpass", HIGH_PASS_HZ, sampleRate);
  const lowPass = butterworth("lowpass", Math.min(LOW_PASS_HZ, sampleRate / 4), sampleRate);
  const pitch = pitchWindow(sampleRate);
  const room = { clean: new Float32Array(BLOCK), low: new Float32Array(BLOCK) };
  let offset: number | undefined;
  let read = 0;
  let sum = 0;
  let largest = 0;
  let frameStart = 0;
  let frameEnd = Math.round(sampleRate / FRAMES_A_SECOND);

  const endFrame = () => {
    const mean = sum / Math.max(1, read - frameStart);
    power.push(mean);
    peak.push(largest);
    voicing.push(0);
    // The window lies behind the frame that was read last: what it says holds for its middle.
    if (mean > MIN_POWER) voicing.set(voicing.length - 1 - pitch.delayFrames, pitch.periodicity());
    sum = 0;
    largest = 0;
    frameStart = read;
    // Where a frame is no whole number of samples, some have one more.
    frameEnd = Math.round((sampleRate * (power.length + 1)) / FRAMES_A_SECOND);
  };

  const readBlock = (samples: Float32Array) => {
    // From the first sample on, so that an offset is no bang at the start.
    offset ??= finite(samples[0]);
    const clean = room.clean.subarray(0, samples.length);
    const low = room.low.subarray(0, samples.length);
    for (let at = 0; at < samples.length; at++) clean[at] = finite(samples[at]) - offset;
    highPass(clean);
    low.set(clean);
    lowPass(low);
    for (let at = 0; at < samples.length; at++) {
      const sample = clean[at] as number;
      sum += sample * sample;
      largest = Math.max(largest, Math.abs(sample));
      pitch.push(low[at] as number);
      read++;
      if (read === frameEnd) endFrame();
    }
  };

  return {
    push: (samples: Float32Array): void => {
      for (let at = 0; at < samples.length; at += BLOCK) readBlock(samples.subarray(at, at + BLOCK));
    },
    /** What was read, with a last frame for what is more than half of one. */
    finish: (): Frames & { durationMs: number } => {
      if (read - frameStart > (frameEnd - frameStart) / 2) endFrame();
      return { power: power.values(), peak: peak.values(), voicing: voicing.values(), durationMs: Math.round((read / sampleRate) * 1000) };
    },
  };
}

const finite = (sample: number | undefined): number => (Number.isFinite(sample) ? (sample as number) : 0);

/** The last 50 ms of the signal, at a low rate, and how well they match themselves some milliseconds later. */
function pitchWindow(sampleRate: number) {
  const every = Math.max(1, Math.floor(sampleRate / PITCH_RATE));
  const rate = sampleRate / every;
  const shortest = Math.max(2, Math.floor(rate / PITCH_RANGE[1]));
  const longest = Math.ceil(rate / PITCH_RANGE[0]);
  const window = Math.round((rate * PITCH_WINDOW_MS) / 1000);
  const size = window + longest;
  const ring = new Float32Array(size);
  const line = new Float32Array(size);
  let next = 0;
  let skip = 0;
  return {
    delayFrames: Math.round((size / rate / 2) * FRAMES_A_SECOND),
    push: (sample: number): void => {
      if (skip++ % every !== 0) return;
      ring[next] = sample;
      next = (next + 1) % size;
    },
    /** The largest normalised cross-correlation over all periods that a voice may have. */
    periodicity: (): number => {
      line.set(ring.subarray(next));
      line.set(ring.subarray(0, next), size - next);
      let own = 0;
      let later = 0;
      for (let at = 0; at < window; at++) {
        own += (line[at] as number) ** 2;
        later += (line[at + shortest] as number) ** 2;
      }
      let best = 0;
      for (let lag = shortest; lag <= longest; lag++) {
        let product = 0;
        for (let at = 0; at < window; at++) product += (line[at] as number) * (line[at + lag] as number);
        best = Math.max(best, product / Math.sqrt(own * later + 1e-20));
        // The later window moves on by one sample.
        if (lag < longest) later += (line[lag + window] as number) ** 2 - (line[lag] as number) ** 2;
      }
      return best;
    },
  };
}

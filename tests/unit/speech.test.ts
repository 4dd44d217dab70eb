import fc from "fast-check";
import Meyda from "meyda";
import { describe, expect, it } from "vitest";
import { CLIP_RATE, type ClipName, clip, joined, noise, rms, silence } from "#tests/factories/clips";
import { analyseSpeech, type Speech, speechAnalyser } from "@/lib/speech/analysis";
import { butterworth } from "@/lib/speech/filters";
import { frameReader } from "@/lib/speech/frames";
import { MAX_PEAKS } from "@/lib/speech/limits";

/** How far what is measured may be from what is known. */
const PAUSE_MS = 120;
const SPEAKING = 0.08;
const SYLLABLES = 0.15;

const CLIPS: ClipName[] = ["slow", "normal", "fast", "one-pause", "three-pauses"];
const measured = (samples: Float32Array, rate = CLIP_RATE) => analyseSpeech(samples, rate);

function expectKnown(speech: Speech, known: ReturnType<typeof clip>) {
  const { durationMs, onsetMs, pauses, speakingMs, syllables } = known;
  expect(speech.durationMs).toBe(durationMs);
  expect(Math.abs((speech.onsetMs ?? 1e9) - onsetMs)).toBeLessThanOrEqual(PAUSE_MS);
  expect(speech.pauses).toHaveLength(pauses.length);
  for (const [at, pause] of pauses.entries()) {
    expect(Math.abs((speech.pauses[at]?.startMs ?? 1e9) - pause.startMs)).toBeLessThanOrEqual(PAUSE_MS);
    expect(Math.abs((speech.pauses[at]?.endMs ?? 1e9) - pause.endMs)).toBeLessThanOrEqual(PAUSE_MS);
  }
  expect(Math.abs(speech.speakingMs / speakingMs - 1)).toBeLessThanOrEqual(SPEAKING);
  expect(Math.abs((speech.rate ?? 0) / ((syllables / speakingMs) * 1000) - 1)).toBeLessThanOrEqual(SYLLABLES);
}

describe("speech whose content is known", () => {
  it.each(CLIPS)("is measured: %s", (name) => {
    const known = clip(name);
    expectKnown(measured(known.samples), known);
  });

  it("is faster where it was said faster", () => {
    const [slow, normal, fast] = (["slow", "normal", "fast"] as const).map((name) => measured(clip(name).samples).rate ?? 0);
    expect(slow).toBeLessThan((normal ?? 0) * 0.9);
    expect(normal).toBeLessThan((fast ?? 0) * 0.9);
  });

  it.each([20, 15, 10])("is measured through noise that is %i dB quieter", (below) => {
    const known = clip("three-pauses");
    const hiss = noise(known.samples.length);
    const factor = (rms(known.samples) / rms(hiss)) * 10 ** (-below / 20);
    expectKnown(measured(known.samples.map((value, at) => value + (hiss[at] ?? 0) * factor)), known);
  });

  it("is measured where the noise begins in the middle", () => {
    const known = clip("three-pauses");
    const hiss = noise(known.samples.length);
    const factor = (rms(known.samples) / rms(hiss)) * 0.15;
    const fan = known.samples.map((value, at) => value + (at > 5 * CLIP_RATE ? (hiss[at] ?? 0) * factor : 0));
    expectKnown(measured(fan), known);
  });

  it.each([
    ["an offset", (value: number) => value * 0.5 + 0.3],
    ["hum of 50 Hz", (value: number, at: number) => value + 0.1 * Math.sin((2 * Math.PI * 50 * at) / CLIP_RATE)],
    ["hum of 120 Hz", (value: number, at: number) => value + 0.02 * Math.sin((2 * Math.PI * 120 * at) / CLIP_RATE)],
    ["clipping", (value: number) => Math.max(-1, Math.min(1, value * 8))],
    ["values that are none", (value: number, at: number) => (at % 4801 === 0 ? Number.NaN : value)],
  ])("is measured in spite of %s", (_, change) => {
    const known = clip("three-pauses");
    expectKnown(measured(known.samples.map(change)), known);
  });

  it.each([8000, 22_050, 44_100, 48_000])("is measured at %i samples a second", (rate) => {
    const known = clip("one-pause");
    const length = Math.round((known.samples.length * rate) / CLIP_RATE);
    const moved = Float32Array.from({ length }, (_, at) => {
      const place = (at * CLIP_RATE) / rate;
      const [before, after] = [known.samples[Math.floor(place)] ?? 0, known.samples[Math.ceil(place)] ?? 0];
      return before + (after - before) * (place % 1);
    });
    expectKnown(measured(moved, rate), known);
  });
});

describe("what is no speech", () => {
  const second = CLIP_RATE;
  it.each([
    ["silence", silence(5000)],
    ["an offset", silence(5000).fill(0.4)],
    ["noise", noise(5 * second).map((value) => value * 0.1)],
    ["hum", Float32Array.from({ length: 5 * second }, (_, at) => 0.2 * Math.sin((2 * Math.PI * 120 * at) / CLIP_RATE))],
    ["clicks", silence(5000).map((_, at) => (at % second === 8000 ? 1 : 0))],
    ["a microphone that is turned off", noise(5 * second).map((value) => value * 0.0005)],
    ["a hundredth of a second", noise(160)],
    ["one sample", new Float32Array([0.5])],
  ])("has nothing said in it: %s", (_, samples) => {
    const { speakingMs, onsetMs, pauses, syllables, rate, loudness } = measured(samples);
    expect({ speakingMs, onsetMs, pauses, syllables, rate, loudness }).toEqual({
      speakingMs: 0,
      onsetMs: null,
      pauses: [],
      syllables: 0,
      rate: null,
      loudness: null,
    });
  });

  it("is nothing at all", () => {
    expect(measured(new Float32Array()).peaks).toEqual([]);
    expect(() => speechAnalyser(0)).toThrow(RangeError);
    expect(() => speechAnalyser(Number.NaN)).toThrow(RangeError);
  });
});

describe("the loudness", () => {
  it("has the energy that Meyda finds", () => {
    // What lies below 100 Hz is not in ours: it is taken from both.
    const samples = clip("normal").samples;
    butterworth("highpass", 300, CLIP_RATE)(samples);
    const reader = frameReader(CLIP_RATE);
    reader.push(samples);
    const { power } = reader.finish();
    // Meyda takes frames of a power of two: five of 512 samples are as long as sixteen of ours.
    // By itself it fades a frame in and out first.
    Meyda.windowingFunction = "rect";
    const size = 512;
    const differences: number[] = [];
    for (let at = 0; at + size * 5 <= samples.length; at += size * 5) {
      const theirs = [0, 1, 2, 3, 4].map(
        (part) => Meyda.extract("rms", samples.subarray(at + part * size, at + (part + 1) * size)) as number,
      );
      const energy = theirs.reduce((sum, value) => sum + value * value, 0) / 5;
      const own = power.subarray(at / 160, at / 160 + 16).reduce((sum, value) => sum + value, 0) / 16;
      if (energy > 1e-5) differences.push(Math.abs(10 * Math.log10(own / energy)));
    }
    expect(differences.length).toBeGreaterThan(20);
    expect(Math.max(...differences)).toBeLessThan(0.5);
  });

  it("moves with the gain, and nothing else does", () => {
    const { samples } = clip("three-pauses");
    const plain = measured(samples);
    fc.assert(
      fc.property(fc.double({ min: 0.04, max: 1.2, noNaN: true }), (gain) => {
        const other = measured(samples.map((value) => value * gain));
        expect(other.pauses).toEqual(plain.pauses);
        expect(other.onsetMs).toBe(plain.onsetMs);
        expect(Math.abs(other.syllables - plain.syllables)).toBeLessThanOrEqual(1);
        expect((other.loudness?.medianDb ?? 0) - (plain.loudness?.medianDb ?? 0)).toBeCloseTo(20 * Math.log10(gain), 0);
      }),
      { numRuns: 8 },
    );
  });
});

describe("time", () => {
  it("moves everything when something silent comes before", () => {
    const { samples } = clip("one-pause");
    const plain = measured(samples);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), (frames) => {
        const shift = frames * 10;
        const later = measured(joined(silence(shift), samples));
        expect(later.durationMs).toBe(plain.durationMs + shift);
        expect(Math.abs((later.onsetMs ?? 0) - (plain.onsetMs ?? 0) - shift)).toBeLessThanOrEqual(10);
        expect(Math.abs(later.speakingMs - plain.speakingMs)).toBeLessThanOrEqual(20);
        expect(later.syllables).toBe(plain.syllables);
      }),
      { numRuns: 8 },
    );
  });

  it("adds up when one thing is said after another", () => {
    const [one, other] = [clip("normal"), clip("one-pause")];
    fc.assert(
      fc.property(fc.integer({ min: 600, max: 4000 }), (gap) => {
        const both = measured(joined(one.samples, silence(gap), other.samples));
        const [first, second] = [measured(one.samples), measured(other.samples)];
        expect(both.pauses).toHaveLength(first.pauses.length + 1 + second.pauses.length);
        expect(Math.abs(both.speakingMs - first.speakingMs - second.speakingMs)).toBeLessThanOrEqual(60);
        expect(Math.abs(both.syllables - first.syllables - second.syllables)).toBeLessThanOrEqual(2);
      }),
      { numRuns: 6 },
    );
  });

  it("is the same in pieces of any size", () => {
    const { samples } = clip("one-pause");
    const whole = measured(samples);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 20_000 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const analyser = speechAnalyser(CLIP_RATE);
        let at = 0;
        for (let turn = 0; at < samples.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          analyser.push(samples.subarray(at, at + size));
          at += size;
        }
        expect(analyser.finish()).toEqual(whole);
      }),
      { numRuns: 6 },
    );
  });

  it("adds up: what is said, what is paused, and what comes before and after", () => {
    for (const name of CLIPS) {
      const { onsetMs, speakingMs, pauses, durationMs } = measured(clip(name).samples);
      const paused = pauses.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
      expect((onsetMs ?? 0) + speakingMs + paused).toBeLessThanOrEqual(durationMs);
    }
  });
});

describe("the waveform", () => {
  it("has at most 600 bars, the tallest of which fills it, and shows silence as flat", () => {
    for (const name of CLIPS) {
      const { peaks } = measured(clip(name).samples);
      expect(peaks.length).toBeLessThanOrEqual(MAX_PEAKS);
      expect(Math.max(...peaks)).toBe(255);
      expect(peaks.every((peak) => Number.isInteger(peak) && peak >= 0)).toBe(true);
    }
    expect(new Set(measured(silence(9000)).peaks)).toEqual(new Set([0]));
    expect(measured(silence(9000)).peaks).toHaveLength(MAX_PEAKS);
  });
});

it("ten minutes take seconds, and little memory", () => {
  const { samples } = clip("three-pauses");
  const analyser = speechAnalyser(CLIP_RATE);
  const before = process.memoryUsage().arrayBuffers;
  for (let seconds = 0; seconds < 600; seconds += samples.length / CLIP_RATE) analyser.push(samples);
  const speech = analyser.finish();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20e6);
  expect(speech.pauses.length).toBeGreaterThan(190);
  expect(Math.abs(speech.syllables / (49 * Math.ceil(600 / (samples.length / CLIP_RATE))) - 1)).toBeLessThan(SYLLABLES);
}, 60_000);

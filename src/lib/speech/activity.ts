/** When somebody speaks: from a frame up to, not including, another. */
export interface Span {
  from: number;
  to: number;
}

/** The quietest that is told apart, in dBFS. */
const QUIETEST_DB = -100;
/** A recording that never gets louder holds no voice that anybody would hear: a microphone that is turned off makes this much noise. */
const AUDIBLE_DB = -65;
/** A voice is at least so much above the noise around it, or it cannot be told from its swings. */
const MIN_CONTRAST_DB = 8;
/** What is this much quieter than the loudest is breath, echo or somebody next door; up to it a sound that began goes on. */
const RANGE_DB = { begin: 30, goOn: 35 };
/** How far above the noise: a share of the distance to the voice, so that quiet and noisy rooms both work. */
const MARGIN = { begin: { share: 0.4, least: 5, most: 12 }, goOn: { share: 0.25, least: 3, most: 8 } };
/** Within so many frames everybody draws breath, and the noise is heard alone. */
const FLOOR_REACH = 500;
/** The mouth shuts for up to 150 ms within a word (p, t, k); in frames. */
const CLOSURE = 15;
/** Shorter than any word, in frames: a click, a key, a cup. */
const BLIP = 8;
/** Frames that sound like a voice from this value on: hiss reaches 0.5 by chance, vowels are above 0.7. */
export const VOICED = 0.6;
/** A piece of speech has a vowel somewhere: this many frames of voice. */
const MIN_VOICED = 3;
/** The loudest 2 % of the frames, at least 200 ms, say how loud somebody is: a knock on the table is shorter. */
const LOUDEST = { share: 0.02, least: 20 };

export const toDb = (power: number): number => (power > 0 ? Math.max(QUIETEST_DB, 10 * Math.log10(power)) : QUIETEST_DB);

/** The value below which a share (0 to 1) of the values lies. */
export function nearestRank(values: ArrayLike<number>, share: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.round(share * (sorted.length - 1))))] ?? 0;
}

/** Each value as the mean of those up to `reach` places away; at the ends of what is there. */
export function smoothed(values: Float32Array, reach: number): Float32Array {
  const means = new Float32Array(values.length);
  let sum = 0;
  for (let at = -reach; at < values.length; at++) {
    if (at + reach < values.length) sum += values[at + reach] as number;
    if (at - reach - 1 >= 0) sum -= values[at - reach - 1] as number;
    if (at >= 0) means[at] = Math.max(0, sum) / (Math.min(values.length, at + reach + 1) - Math.max(0, at - reach));
  }
  return means;
}

/** The smallest of each value and those up to `reach` places before it, in one pass. */
function smallestBefore(values: Float32Array, reach: number): Float32Array {
  const smallest = new Float32Array(values.length);
  // Places whose values rise: the first is the smallest that still counts.
  const waiting = new Int32Array(values.length);
  let [head, tail] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    while (tail > head && (values[waiting[tail - 1] as number] as number) >= (values[at] as number)) tail--;
    waiting[tail++] = at;
    while ((waiting[head] as number) < at - reach) head++;
    smallest[at] = values[waiting[head] as number] as number;
  }
  return smallest;
}

/**
 * How loud the noise is, for each frame: the quietest of the seconds before it, or of those after it, whichever is louder, so that a fan
 * that starts or stops is known at once. Near an end the window lies within the recording.
 */
function noiseFloor(power: Float32Array): (at: number) => number {
  const before = smallestBefore(smoothed(power, 4).map(toDb), FLOOR_REACH);
  const end = before.length - 1;
  return (at) => Math.max(before[Math.min(end, Math.max(at, FLOOR_REACH))] ?? 0, before[Math.min(end, at + FLOOR_REACH)] ?? 0);
}

const between = (value: number, { least, most }: { least: number; most: number }): number => Math.min(most, Math.max(least, value));

/**
 * Finds speech by its loudness over the noise around it: the noise is the quietest of some seconds (after R. Martin,
 * "Noise power spectral density estimation based on optimal smoothing and minimum statistics", IEEE Trans. Speech Audio Process. 9, 2001),
 * and a sound begins at a higher threshold than that at which it ends.
 * @returns pieces of speech in order, apart by more than a closure; and how loud the loudest is, in dBFS
 */
export function findSpeech({ power, voicing }: { power: Float32Array; voicing: Float32Array }): { spans: Span[]; loudestDb: number } {
  const levels = smoothed(power, 1).map(toDb);
  const count = levels.length;
  if (count === 0) return { spans: [], loudestDb: QUIETEST_DB };
  const rank = Math.min(count / 2, Math.max(LOUDEST.least, LOUDEST.share * count));
  const loudestDb = nearestRank(levels, 1 - rank / count);
  if (loudestDb < AUDIBLE_DB) return { spans: [], loudestDb };
  const floorAt = noiseFloor(power);

  const spans: Span[] = [];
  let from = -1;
  for (let at = 0; at <= count; at++) {
    const floor = floorAt(at);
    const contrast = loudestDb - floor;
    const threshold = from < 0 ? "begin" : "goOn";
    const margin = MARGIN[threshold];
    const needed = Math.max(floor + between(contrast * margin.share, margin), loudestDb - RANGE_DB[threshold]);
    const speaks = at < count && contrast >= MIN_CONTRAST_DB && (levels[at] as number) >= needed;
    if (speaks && from < 0) from = at;
    if (!speaks && from >= 0) {
      const last = spans.at(-1);
      if (last && from - last.to < CLOSURE) last.to = at;
      else spans.push({ from, to: at });
      from = -1;
    }
  }
  const isVoice = ({ from, to }: Span) => voicing.subarray(from, to).filter((value) => value >= VOICED).length >= MIN_VOICED;
  return { spans: spans.filter((span) => span.to - span.from >= BLIP && isVoice(span)), loudestDb };
}

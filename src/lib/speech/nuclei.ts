import { type Span, smoothed, toDb, VOICED } from "./activity";

/** A syllable's core is at least so much louder than the dips on both sides. */
const MIN_DIP_DB = 2;
/** Cores are not quieter than this, measured from the loudest. */
const RANGE_DB = 25;
/** Nobody says more than eleven syllables a second: cores are at least so many frames apart. */
const MIN_APART = 9;

/**
 * Counts syllables by their cores, after N. H. de Jong and T. Wempe, "Praat script to detect syllable nuclei and measure speech rate
 * automatically", Behavior Research Methods 41 (2009): peaks of the intensity with a dip of at least 2 dB before them, and only where
 * there is a voice. A dip of the same size after them keeps a vowel's own swing from counting twice.
 * @returns the frames of the cores, in order
 */
export function findNuclei(
  { power, voicing }: { power: Float32Array; voicing: Float32Array },
  { spans, loudestDb }: { spans: Span[]; loudestDb: number },
): number[] {
  // Twice over three frames: a bell of 50 ms, as narrow as the shortest vowel.
  const levels = smoothed(smoothed(power, 1), 1).map(toDb);
  const isVoiced = (at: number) => Math.max(voicing[at - 1] ?? 0, voicing[at] ?? 0, voicing[at + 1] ?? 0) >= VOICED;
  const cores: number[] = [];
  for (const { from, to } of spans) {
    let lowest = Number.NEGATIVE_INFINITY;
    let core = -1;
    for (let at = from; at <= to; at++) {
      // Behind a piece of speech it is quiet.
      const level = at < to ? (levels[at] as number) : Number.NEGATIVE_INFINITY;
      if (core < 0) {
        if (level - lowest >= MIN_DIP_DB) core = at;
        else lowest = Math.min(lowest, level);
      } else if (level > (levels[core] as number)) core = at;
      else if ((levels[core] as number) - level >= MIN_DIP_DB) {
        const apart = core - (cores.at(-1) ?? Number.NEGATIVE_INFINITY) >= MIN_APART;
        if (apart && (levels[core] as number) >= loudestDb - RANGE_DB && isVoiced(core)) cores.push(core);
        core = -1;
        lowest = level;
      }
    }
  }
  return cores;
}

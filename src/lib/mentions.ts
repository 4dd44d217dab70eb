import { UNSPACED } from "./search-terms";

/** Letters and digits of any script, and between them _ and -. */
const HANDLE = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_-]{0,28}[\p{L}\p{M}\p{N}])`;
export const handlePattern = new RegExp(`^${HANDLE}$`, "u");
const NAMED = new RegExp(`@(${HANDLE})`, "gu");
/** What stands before an @ that names nobody: an address goes on so. */
const ADDRESS = /[\p{L}\p{M}\p{N}_@./-]/u;

/** A handle as it is kept. */
export const toHandle = (text: string): string => text.normalize("NFC").toLowerCase();

/** Whether an @ at this place in a text names somebody, and is no part of an address; a sentence without blanks goes on before a name. */
function beginsName(text: string, at: number): boolean {
  // A letter may be two UTF-16 units.
  const before = [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? "";
  return !ADDRESS.test(before) || UNSPACED.test(before);
}

/** A name after an @, as it may be read: in scripts without blanks the sentence may go on behind it. */
function readings(run: string): string[] {
  const letters = [...run];
  const ends = letters.flatMap((letter, at) => (at >= 2 && UNSPACED.test(letter) ? [letters.slice(0, at).join("")] : []));
  return [run, ...ends.reverse()];
}

/** The places in a text where an @ names somebody, each with what the name may be, as it is written, the longest first. */
export const namesIn = (text: string): { at: number; names: string[] }[] =>
  [...text.matchAll(NAMED)]
    .filter(({ index }) => beginsName(text, index))
    .map(({ index, 1: run = "" }) => ({ at: index, names: readings(run) }));

/** The beginning of a name that stands after an @ right before a place in a text; null where there is none. */
export function nameBefore(text: string, at: number): { from: number; typed: string } | null {
  const typed = text.slice(Math.max(0, at - 70), at).match(/@([\p{L}\p{M}\p{N}_-]{0,30})$/u)?.[1];
  if (typed === undefined) return null;
  const from = at - typed.length - 1;
  return beginsName(text, from) ? { from, typed } : null;
}

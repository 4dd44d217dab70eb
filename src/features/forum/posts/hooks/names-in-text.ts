/** What stands before an @ that names nobody: an address goes on so. */
const ADDRESS = /[\p{L}\p{M}\p{N}_@./-]$/u;
/** Written without blanks: a sentence goes on before a name and behind it. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]$/u;

/** Whether an @ at this place in a text names somebody, and is no part of an address. */
export function beginsName(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 2), at);
  return !ADDRESS.test(before) || UNSPACED.test(before);
}

/** The longest beginning of a run of letters that is somebody's name here. */
export function nameIn(run: string, known: ReadonlySet<string>): string | undefined {
  const letters = [...run];
  for (let length = letters.length; length >= 2; length--) {
    const name = letters.slice(0, length).join("");
    const next = letters[length];
    const ends = next === undefined || UNSPACED.test(next) || letters.slice(length).every((sign) => sign === "-" || sign === "_");
    if (ends && known.has(name.normalize("NFC").toLowerCase())) return name;
  }
  return undefined;
}

/** The beginning of a name that stands after an @ right before a place in a text; null where there is none. */
export function nameBefore(text: string, at: number): { from: number; typed: string } | null {
  const typed = text.slice(Math.max(0, at - 70), at).match(/@([\p{L}\p{M}\p{N}_-]{0,30})$/u)?.[1];
  if (typed === undefined) return null;
  const from = at - typed.length - 1;
  return beginsName(text, from) ? { from, typed } : null;
}

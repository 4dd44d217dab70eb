/** Letters of which two already make a word. */
const HAN = /^\p{Script=Han}{2}$/u;
/** Nobody misspells longer ones in a search, and their spellings would be many. */
const MAX_LETTERS = 24;

/** How many letters of a word may be wrong, missing, too many or changed over for it to be known nevertheless. */
export function slipsAllowed(word: string): number {
  if (HAN.test(word)) return 1;
  const { length } = [...word];
  if (length < 4 || length > MAX_LETTERS) return 0;
  return length < 8 ? 1 : 2;
}

/**
 * A word, and what is left of it when as many letters are missing as may be wrong. Two words that are near to one another share
 * one of these, so that near ones are found by equality, with an index, in whatever letters they are written.
 */
export function spellings(word: string): string[] {
  const all = new Set([word]);
  let last = [word];
  for (let slip = 0; slip < slipsAllowed(word); slip++) {
    last = last.flatMap((text) => {
      const letters = [...text];
      return letters.map((_, at) => letters.toSpliced(at, 1).join(""));
    });
    for (const text of last) all.add(text);
  }
  all.delete("");
  return [...all];
}

/** Letters to be replaced, added, left out or changed over with their neighbour to make one word of the other. */
export function slipsBetween(one: string, other: string): number {
  const [a, b] = [[...one], [...other]];
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  const cell = (row: number, column: number): number => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(
        Math.min(
          cell(i - 1, j) + 1,
          cell(i, j - 1) + 1,
          cell(i - 1, j - 1) + (same ? 0 : 1),
          swapped && i > 1 && j > 1 ? cell(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return cell(a.length, b.length);
}

/** Of words that exist those that a misspelt one may stand for: the nearest ones only. */
export function nearest(typed: string, words: readonly string[]): string[] {
  const near = words.map((word) => ({ word, slips: slipsBetween(typed, word) })).filter(({ slips }) => slips <= slipsAllowed(typed));
  const fewest = Math.min(...near.map(({ slips }) => slips));
  return near.filter(({ slips }) => slips === fewest).map(({ word }) => word);
}

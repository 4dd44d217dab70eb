import { fold, searchTerms, UNSPACED } from "@/lib/search-terms";

/** Letters of a message that a list of hits shows. */
const EXCERPT = 240;
/** Of them so many before the first word that was found. */
const BEFORE = 60;

type Span = [number, number];

/** Where a text says what was searched for: words that begin with a term, and pairs of letters in scripts without blanks. */
function spansOf(text: string, terms: string[]): Span[] {
  const spans: Span[] = [];
  const add = (from: number, to: number) => {
    const last = spans.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else spans.push([from, to]);
  };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)) {
    if (!UNSPACED.test(word)) {
      if (searchTerms(word).some((own) => terms.some((term) => own.startsWith(term)))) add(index, index + word.length);
      continue;
    }
    const letters = [...word.matchAll(/./gu)];
    for (const [at, letter] of letters.entries()) {
      const next = letters[at + 1]?.[0] ?? "";
      const from = index + letter.index;
      const pair = fold(letter[0] + next);
      if (terms.includes(pair)) add(from, from + letter[0].length + next.length);
      else if (terms.includes(fold(letter[0]))) add(from, from + letter[0].length);
    }
  }
  return spans;
}

/** What a message says around the first word that was found, and where the found words are in it. */
export function excerptAround(plain: string, search: string): { excerpt: string; marks: Span[] } {
  const spans = spansOf(plain, searchTerms(search));
  const first = spans[0]?.[0] ?? 0;
  const blank = plain.lastIndexOf(" ", Math.max(0, first - BEFORE));
  const start = first <= BEFORE ? 0 : blank >= first - 2 * BEFORE ? blank + 1 : wholeLetter(plain, first - BEFORE);
  const end = wholeLetter(plain, Math.min(plain.length, start + EXCERPT));
  const lead = start > 0 ? "…" : "";
  const shift = lead.length - start;
  return {
    excerpt: `${lead}${plain.slice(start, end)}${end < plain.length ? "…" : ""}`,
    marks: spans.filter(([from, to]) => from >= start && to <= end).map(([from, to]) => [from + shift, to + shift]),
  };
}

/** No place within a pair of UTF-16 units. */
const wholeLetter = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? "") ? at - 1 : at);

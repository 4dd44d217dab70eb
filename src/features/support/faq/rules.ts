import { searchTerms } from "@/lib/search-terms";

/** What a page asks support about, from one who is signed in and from one who is not. */
export function askHref(signedIn: boolean, question: string): string {
  const page = signedIn ? "/dashboard/support" : "/contact";
  return question ? `${page}?ask=${encodeURIComponent(question)}` : page;
}

/** Characters that an entry's name in addresses may have. */
const SLUG_MAX = 60;

/** A question as a name for addresses: its words, as many as fit; empty where it has no Latin letters. */
export function slugOf(question: string): string {
  let slug = "";
  for (const word of searchTerms(question).filter((term) => /^[a-z0-9]+$/.test(term))) {
    const longer = slug ? `${slug}-${word}` : word;
    if (longer.length > SLUG_MAX) break;
    slug = longer;
  }
  return slug;
}

/** What is known of a word that somebody typed. */
export interface KnownWord {
  term: string;
  /** It says nothing by itself in its language, such as "the". */
  stop: boolean;
  /** Texts that it stands in. */
  texts: number;
  /** Words that it may be a slip for. */
  near: string[];
}

/** What a misspelt word counts beside a right one; of two Chinese letters one is only half a word. */
const nearCounts = (term: string): number => ([...term].length > 2 ? 0.8 : 0.4);

/**
 * What each typed word counts: the rarer, the more. Words that say nothing are left out, unless there are no others. One that
 * nobody has written counts, too, but finds nothing unless it is a slip for one.
 * @param total texts that are searched
 */
export function weigh<Word extends KnownWord>(words: readonly Word[], total: number) {
  const telling = words.filter(({ stop }) => !stop);
  return (telling.length > 0 ? telling : words).map((word) => {
    const known = word.texts > 0;
    const weight = known ? Math.log(1 + total / word.texts) : Math.log(2 + total) / 3;
    return { ...word, known, weight, counts: known ? 1 : word.near.length > 0 ? nearCounts(word.term) : 0 };
  });
}

/** The share of what was typed, by its weight, that a text must have to come near; and how many such texts help. */
const NEAR_SHARE = 0.35;
const NEAR_MOST = 10;

/**
 * What a search shows: the texts that have all that was typed, where there are such; else the best of those that have much of it.
 * @param rows best first
 * @param all how many words were asked for; undefined where some of them only stand for others
 */
export function choose<Row extends { words: number; share: number }>(rows: readonly Row[], all: number | undefined) {
  const whole = rows.filter(({ words }) => words === all);
  if (whole.length > 0) return { rows: whole, exact: true };
  return { rows: rows.filter(({ share }) => share >= NEAR_SHARE).slice(0, NEAR_MOST), exact: false };
}

/** What somebody types on may go on; a short word with others after it is one. */
const WHOLE_FROM = 4;
export const mayGoOn = (term: string, last: boolean): boolean => last || [...term].length >= WHOLE_FROM;

import { latinDigits } from "./digits";

/** Chinese, Japanese and Korean letters: written without blanks, so pairs of them stand for words. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Marks on letters: accents, Vietnamese tones, Arabic vowels and lengthening strokes. */
const MARKS = /[\p{M}\u0640]/gu;
/** Longer words are cut: nobody searches by their end. */
const MAX_TERM = 40;

/** Letters that are written one way or another for the same sound. */
const SAME: Record<string, string> = { đ: "d", ß: "ss", æ: "ae", œ: "oe", أ: "ا", إ: "ا", آ: "ا", ى: "ي", ة: "ه" };

/** A text without case, marks and other ways to write the same letter or digit. */
export const fold = (text: string): string =>
  latinDigits(
    text
      .toLowerCase()
      .normalize("NFKD")
      .replaceAll(MARKS, "")
      .normalize("NFC")
      .replaceAll(/[đßæœأإآىة]/g, (letter) => SAME[letter] ?? letter),
  );

/** A run of unspaced letters as overlapping pairs; a single one stands for itself. */
function pairs(run: string): string[] {
  const letters = [...run];
  return letters.length < 2 ? letters : letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
}

/**
 * A text's terms for searching in any of the interface languages: words without case and marks, Chinese in pairs of letters.
 * The same for what is searched and for what is searched in; a term that begins like what was typed is meant too.
 */
export function searchTerms(text: string): string[] {
  const terms = new Set<string>();
  for (const word of fold(text).match(/[\p{L}\p{N}]+/gu) ?? []) {
    for (const part of word.match(
      /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+/gu,
    ) ?? []) {
      if (UNSPACED.test(part)) for (const pair of pairs(part)) terms.add(pair);
      else terms.add(part.slice(0, MAX_TERM));
    }
  }
  return [...terms];
}

/** A word that somebody typed: as a term, and as it was written. */
export interface TypedWord {
  term: string;
  word: string;
}

/** The terms of what somebody typed, each with the word that it was written as. */
export function typedWords(text: string): TypedWord[] {
  const words =
    text
      .toLowerCase()
      .normalize("NFC")
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const typed = new Map<string, string>();
  for (const word of words) {
    const terms = searchTerms(word);
    for (const term of terms) if (!typed.has(term)) typed.set(term, terms.length === 1 ? word : term);
  }
  return [...typed].map(([term, word]) => ({ term, word }));
}

/**
 * A PostgreSQL `tsquery` over such terms: all of them, each also as a beginning; null when nothing was typed that counts.
 * @param among where there are very many texts, nearly all of which have a word that begins with any one letter, a letter means itself alone
 */
export function searchQuery(text: string, among: "few" | "many" = "few"): string | null {
  const terms = searchTerms(text).slice(0, 12);
  const begins = (term: string) => among === "few" || term.length > 1 || UNSPACED.test(term);
  return terms.length === 0 ? null : terms.map((term) => `'${term}'${begins(term) ? ":*" : ""}`).join(" & ");
}

/** The words of what was typed, without what parts them; null when there are none. */
export function typedNames(text: string): string | null {
  const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const named = words.filter((word) => /\p{N}|(?!\u0640)\p{L}/u.test(word)).slice(0, 8);
  return named.length > 0 ? named.join(" ") : null;
}

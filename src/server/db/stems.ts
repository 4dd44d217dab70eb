import { type SQL, sql } from "drizzle-orm";
import type { Locale } from "@/lib/locales";
import { fold, searchTerms, type TypedWord } from "@/lib/search-terms";

/** PostgreSQL's word stems by language; Vietnamese words do not bend, and Chinese is searched by pairs of letters. */
const CONFIGURATIONS: Record<Locale, SQL | null> = {
  en: sql.raw("'english'::regconfig"),
  fr: sql.raw("'french'::regconfig"),
  ar: sql.raw("'arabic'::regconfig"),
  vi: null,
  cn: null,
};

/** Words as they stand bear this before them, so that a stem is not taken for a word that happens to be written like it. */
const WRITTEN = "=";

/** Words that a hyphen parts are looked for in one, too: "email" for "e-mail". */
const withCompounds = (text: string): string =>
  [text, ...(text.match(/(?<!\p{L})\p{L}+(?:[-\u2010\u2011]\p{L}+)+/gu) ?? []).map((word) => word.replaceAll(/[-\u2010\u2011]/g, ""))].join(
    " ",
  );

/** A text's words without case and marks: what slips are compared with. */
export const wordsOf = (text: string): string[] => searchTerms(withCompounds(text));

/**
 * What a text is found by in its language: its words without case and marks, and their stems, of the words as they stand and
 * without marks: many people type none.
 */
export function stemsOf(locale: Locale, text: string): SQL<string> {
  const written = wordsOf(text).map((word) => WRITTEN + word);
  const words = sql`array_to_tsvector(string_to_array(${written.join(" ")}, ' '))`;
  const configuration = CONFIGURATIONS[locale];
  if (!configuration) return sql`${words}`;
  return sql`(${words} || strip(to_tsvector(${configuration}, ${text})) || strip(to_tsvector(${configuration}, ${fold(text)})))`;
}

/** The Arabic article is written with its noun, and shows the stemmer that it is one. */
const ARTICLE = "\u0627\u0644";

function stemQuery(locale: Locale, { term, word }: TypedWord): SQL {
  const configuration = CONFIGURATIONS[locale];
  if (!configuration) return sql`''::tsquery`;
  const forms = new Set([word, term, ...(locale === "ar" && !term.startsWith(ARTICLE) ? [ARTICLE + word] : [])]);
  return sql`(${sql.join(
    [...forms].map((form) => sql`plainto_tsquery(${configuration}, ${form})`),
    sql` || `,
  )})`;
}

/** A `tsquery` for what is a word or bends like it; `begins`: also for what begins with it. */
export const wordQuery = (locale: Locale, typed: TypedWord, { begins = false } = {}): SQL =>
  // Terms are letters and digits: nothing in them means anything to a query.
  sql`(${`'${WRITTEN}${typed.term}'${begins ? ":*" : ""}`}::tsquery || ${stemQuery(locale, typed)})`;

/** Whether a word says nothing by itself in its language, such as "the". */
export function isStopWord(locale: Locale, { word }: TypedWord): SQL<boolean> {
  const configuration = CONFIGURATIONS[locale];
  return configuration ? sql<boolean>`numnode(plainto_tsquery(${configuration}, ${word})) = 0` : sql<boolean>`false`;
}

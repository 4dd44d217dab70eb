import { and, like, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { fold, searchQuery, searchTerms } from "@/lib/search-terms";

/** What a search column holds of these texts, in whatever language they are. */
export const textVectorOf = (...texts: string[]): string =>
  // One parameter: terms have no blanks.
  sql`array_to_tsvector(string_to_array(${searchTerms(texts.join(" ")).join(" ")}, ' '))` as unknown as string;

/** The same of texts that are kept in every language, so that a search finds in whatever somebody types. */
export const searchVectorOf = (...texts: LocalizedText[]): string =>
  textVectorOf(...texts.flatMap((text) => LOCALES.map((locale) => text[locale])));

/**
 * Whether a search column fits what was typed; undefined when nothing was typed, never true when nothing of it counts.
 * @param among how many texts there are, as `searchQuery` takes it
 */
export function matchesSearch(
  column: SQL.Aliased | Parameters<typeof sql>[1],
  search: string | undefined,
  among?: Parameters<typeof searchQuery>[1],
): SQL | undefined {
  if (!search) return undefined;
  const query = searchQuery(search, among);
  return query === null ? sql`false` : sql`${column} @@ ${query}::tsquery`;
}

/** The marks that `fold` takes away, and the letters that it writes another way, as far as the database knows how. */
const MARKS = "[\\u0300-\\u036f\\u0640\\u064b-\\u065f]";

/**
 * Whether all words that were typed stand somewhere in these texts, whatever their case and marks are: for lists that are short enough to be
 * read for it. Undefined where nothing was typed.
 */
export function holdsWords(texts: SQLWrapper[], search: string | undefined): SQL | undefined {
  const words = search ? fold(search).split(/\s+/).filter(Boolean) : [];
  if (words.length === 0) return undefined;
  const all = sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`;
  const folded = sql`translate(regexp_replace(normalize(lower(${all}), NFKD), ${MARKS}, '', 'g'), 'đىة', 'dيه')`;
  return and(...words.map((word) => like(folded, `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)));
}

/** The same of rows that have a number, such as "#17", by which they are found as well. */
export function holdsWordsOrNumber(texts: SQLWrapper[], number: SQLWrapper, search: string | undefined): SQL | undefined {
  const [, digits] = /^#?(\d{1,9})$/.exec(search ?? "") ?? [];
  const words = holdsWords(texts, search);
  return digits ? or(words, sql`${number} = ${Number(digits)}`) : words;
}

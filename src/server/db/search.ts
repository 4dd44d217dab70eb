import { and, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { fold, searchQuery, searchTerms } from "@/lib/search-terms";
import { unmarkedText } from "./schema/account";

/** What a search column holds of these texts, in whatever language they are. */
export const textVectorOf = (...texts: string[]): SQL =>
  // One parameter: terms have no blanks.
  sql`array_to_tsvector(string_to_array(${searchTerms(texts.join(" ")).join(" ")}, ' '))`;

/** The same of texts that are kept in every language, so that a search finds in whatever somebody types. */
export const searchVectorOf = (...texts: LocalizedText[]): SQL =>
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

/** Letters and digits that `fold` writes as one other, and what it writes: those of Arabic and of Persian from 0 on. */
const [WRITTEN, READ] = ["đىة٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹", "dيه01234567890123456789"];

/** A text as `fold` in lib/search-terms has it, as far as the database knows how. */
function foldedHere(text: SQL): SQL {
  const letters = sql`normalize(${unmarkedText(text)}, NFC)`;
  const spelled = sql`replace(replace(replace(${letters}, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe')`;
  return sql`translate(${spelled}, ${WRITTEN}, ${READ})`;
}

/**
 * Whether all words that were typed stand somewhere in these texts, whatever their case and marks are: for lists that are short enough to be
 * read for it. Undefined where nothing was typed. The database folds both: no letter is another one in what was typed than where it stands.
 */
export function containsWords(texts: SQLWrapper[], search = ""): SQL | undefined {
  const words = search.split(/\s+/).filter((word) => fold(word) !== "");
  if (words.length === 0) return undefined;
  const all = foldedHere(sql`concat_ws(' ', ${sql.join(texts, sql`, `)})`);
  return and(...words.map((word) => sql`strpos(${all}, ${foldedHere(sql`${word}::text`)}) > 0`));
}

/** The same of rows that have a number, such as "#17", by which they are found as well. */
export function containsWordsOrNumber(texts: SQLWrapper[], number: SQLWrapper, search = ""): SQL | undefined {
  const [, digits] = /^#?(\d{1,9})$/.exec(fold(search)) ?? [];
  const words = containsWords(texts, search);
  return digits ? or(words, sql`${number} = ${Number(digits)}`) : words;
}

import { type SQL, sql } from "drizzle-orm";
import { LOCALES, type LocalizedText } from "@/lib/locales";
import { searchQuery, searchTerms } from "@/lib/search-terms";

/** What a search column holds of these texts, in whatever language they are. */
export const textVectorOf = (...texts: string[]): string =>
  // One parameter: terms have no blanks.
  sql`array_to_tsvector(string_to_array(${searchTerms(texts.join(" ")).join(" ")}, ' '))` as unknown as string;

/** The same of texts that are kept in every language, so that a search finds in whatever somebody types. */
export const searchVectorOf = (...texts: LocalizedText[]): string =>
  textVectorOf(...texts.flatMap((text) => LOCALES.map((locale) => text[locale])));

/** Whether a search column fits what was typed; undefined when nothing was typed, never true when nothing of it counts. */
export function matchesSearch(column: SQL.Aliased | Parameters<typeof sql>[1], search: string | undefined): SQL | undefined {
  if (!search) return undefined;
  const query = searchQuery(search);
  return query === null ? sql`false` : sql`${column} @@ ${query}::tsquery`;
}

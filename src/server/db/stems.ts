import { type SQL, sql } from "drizzle-orm";
import type { Locale } from "@/lib/locales";
import { fold, searchQuery, searchTerms } from "@/lib/search-terms";

/** PostgreSQL's word stems by language; Vietnamese words do not bend, and Chinese is searched by pairs of letters. */
const CONFIGURATIONS: Record<Locale, "english" | "french" | "arabic" | null> = {
  en: "english",
  fr: "french",
  ar: "arabic",
  vi: null,
  cn: null,
};

/** What a text is found by in its language: its words as they stand, without case and marks, and their stems. */
export function stemsOf(locale: Locale, text: string): SQL {
  const terms = sql`array_to_tsvector(string_to_array(${searchTerms(text).join(" ")}, ' '))`;
  const configuration = CONFIGURATIONS[locale];
  return configuration ? sql`(${terms} || strip(to_tsvector(${configuration}::regconfig, ${text})))` : terms;
}

/** Whether such stems fit what was typed: all of its words as beginnings, or all of their stems. */
export function matchesStems(column: SQL, locale: Locale, typed: string): SQL {
  const query = searchQuery(typed);
  if (query === null) return sql`false`;
  const configuration = CONFIGURATIONS[locale];
  const asWritten = sql`${column} @@ ${query}::tsquery`;
  return configuration ? sql`(${asWritten} or ${column} @@ plainto_tsquery(${configuration}::regconfig, ${typed}))` : asWritten;
}

/** How nearly the letters of what was typed stand somewhere in a folded text: 1 for exactly, 0 for not at all. */
export const nearness = (folded: SQL, typed: string): SQL<number> => sql<number>`word_similarity(${fold(typed)}, ${folded})`;

import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { LOCALES, type Locale } from "@/lib/locales";

/** Whether one of these texts, which stands there in English, is still to be written in a language (as `untranslated` in lib/localized-text). */
export const lacksText = (texts: SQLWrapper[], language: Locale): SQL =>
  sql`(${sql.join(
    texts.map((text) => sql`(btrim(${text} ->> 'en') <> '' and btrim(coalesce(${text} ->> ${language}::text, '')) = '')`),
    sql` or `,
  )})`;

/** The languages in which something is still to be written. */
export const languagesLacking = (texts: SQLWrapper[]): SQL<Locale[]> =>
  sql<Locale[]>`array_remove(array[${sql.join(
    LOCALES.map((language) => sql`case when ${lacksText(texts, language)} then ${language}::text end`),
    sql`, `,
  )}], null)`;

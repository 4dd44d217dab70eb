import { and, asc, desc, eq, or, type SQLWrapper, sql } from "drizzle-orm";
import type { Context } from "@/server/api/context";
import { faqCategories, faqEntries, faqTexts, faqVotes } from "@/server/db/schema";
import { matchesStems, nearness } from "@/server/db/stems";
import { voterOf } from "./mutations";
import { NEAR_ENOUGH } from "./rules";
import type { FaqInput } from "./schema";

/** All published entries in the caller's language, by category; with a search those that fit it, the best first. */
export async function listFaq(ctx: Context, { search }: FaqInput) {
  const { db, locale } = ctx;
  // Where a language is empty its readers see the English text.
  const inLocale = (column: SQLWrapper) => sql<string>`coalesce(nullif(${column} ->> ${locale}, ''), ${column} ->> 'en')`;
  const near = search ? nearness(sql`${faqTexts.folded}`, search) : sql<number>`0`;
  const fits = search ? matchesStems(sql`${faqTexts.stems}`, locale, search) : sql`true`;
  const data = await db
    .select({
      uid: faqEntries.id,
      slug: faqEntries.slug,
      category: inLocale(faqCategories.name),
      question: inLocale(faqEntries.question),
      answer: inLocale(faqEntries.answer),
      helpful: faqVotes.helpful,
    })
    .from(faqEntries)
    .innerJoin(faqCategories, eq(faqCategories.id, faqEntries.categoryId))
    .innerJoin(faqTexts, and(eq(faqTexts.entryId, faqEntries.id), eq(faqTexts.locale, locale)))
    .leftJoin(faqVotes, and(eq(faqVotes.entryId, faqEntries.id), eq(faqVotes.voter, voterOf(ctx))))
    .where(and(eq(faqEntries.published, true), search ? or(fits, sql`${near} >= ${NEAR_ENOUGH}`) : undefined))
    .orderBy(...(search ? [desc(fits), desc(near)] : []), asc(faqCategories.position), asc(faqEntries.position), asc(faqEntries.id));
  return { data, meta: { total: data.length } };
}

import { inArray, isNull, sql } from "drizzle-orm";
import type { LocalizedList, LocalizedText } from "@/lib/locales";
import { lockBank } from "./bank-lock";
import type { Transaction } from "./client";
import { categories, questions } from "./schema";
import { contentId } from "./seed-ids";
import { withFreeSlugs } from "./seed-slugs";

export interface CategoryContent {
  slug: string;
  name: LocalizedText;
  description: LocalizedText;
  questions: { slug: string; readingTime: number; answerTime: number; text: LocalizedText; guidance: LocalizedList }[];
}

/**
 * Puts the questions that come with the app into the bank, and brings those that changed with a release up to date. What somebody
 * has written here stays as it is, and so do the places that somebody has given and what they have taken out of use.
 */
export async function seedBank(tx: Transaction, content: readonly CategoryContent[]): Promise<void> {
  await lockBank(tx);
  const known = await tx.select({ id: categories.id, retiredAt: categories.retiredAt }).from(categories);
  const rows = content.map(({ slug, name, description }, position) => ({ id: contentId(slug), slug, position, name, description }));
  await tx
    .insert(categories)
    .values(await withFreeSlugs(tx, categories, rows))
    .onConflictDoUpdate({
      target: categories.id,
      set: { name: sql`excluded.name`, description: sql`excluded.description` },
      setWhere: isNull(categories.editedAt),
    });
  const retired = new Map(known.map(({ id, retiredAt }) => [id, retiredAt]));
  const bank = content.flatMap((category) =>
    category.questions.map(({ slug, readingTime, answerTime, text, guidance }, position) => {
      const categoryId = contentId(category.slug);
      const retiredAt = retired.get(categoryId) ?? null;
      const id = contentId(category.slug, slug);
      return { id, categoryId, slug, position, text, guidance, readingTime, answerTime, published: retiredAt === null, retiredAt };
    }),
  );
  const slugs = bank.map(({ slug }) => slug);
  const named = await tx
    .select({ id: questions.id, categoryId: questions.categoryId, slug: questions.slug })
    .from(questions)
    .where(inArray(questions.slug, slugs));
  // As with categories; a name is one within its category.
  const holders = new Map(named.map(({ id, categoryId, slug }) => [`${categoryId}/${slug}`, id]));
  await tx
    .insert(questions)
    .values(bank.map((row) => ({ ...row, slug: (holders.get(`${row.categoryId}/${row.slug}`) ?? row.id) === row.id ? row.slug : row.id })))
    .onConflictDoUpdate({
      target: questions.id,
      set: {
        text: sql`excluded.text`,
        guidance: sql`excluded.guidance`,
        readingTime: sql`excluded.reading_time`,
        answerTime: sql`excluded.answer_time`,
      },
      setWhere: isNull(questions.editedAt),
    });
}

import { asc, eq, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { categories, questions } from "@/server/db/schema";

/** Every category with its texts in all languages, retired ones too, in the order in which people see them. */
export async function listEditedCategories({ db }: UserContext) {
  const rows = await db
    .select({
      uid: categories.id,
      slug: categories.slug,
      version: categories.version,
      name: categories.name,
      description: categories.description,
      retired: sql<boolean>`${categories.retiredAt} is not null`,
      questions: sql<number>`count(${questions.id})::int`,
      published: sql<number>`(count(*) filter (where ${questions.published}))::int`,
    })
    .from(categories)
    .leftJoin(questions, eq(questions.categoryId, categories.id))
    .groupBy(categories.id)
    .orderBy(asc(categories.position), asc(categories.id));
  return { data: rows, meta: { total: rows.length } };
}

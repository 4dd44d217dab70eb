import { asc, sql } from "drizzle-orm";
import type { UserContext } from "@/server/api/context";
import { professions } from "@/server/db/schema";

/** Every room with its texts in all languages, archived ones too, in the order in which people see them. */
export async function listProfessions({ db }: UserContext) {
  const rows = await db
    .select({
      uid: professions.id,
      slug: professions.slug,
      version: professions.version,
      name: professions.name,
      description: professions.description,
      archived: sql<boolean>`${professions.archivedAt} is not null`,
      topicCount: professions.topicCount,
    })
    .from(professions)
    .orderBy(asc(professions.position), asc(professions.id));
  return { data: rows, meta: { total: rows.length } };
}

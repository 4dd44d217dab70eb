import { sql } from "drizzle-orm";
import type { Executor } from "./client";
import canned from "./content/canned.json";
import { cannedReplies } from "./schema";
import { contentId } from "./seed-ids";

/** Puts the support team's ready answers into the database as this release has them. */
export async function seedCanned(tx: Executor): Promise<void> {
  const rows = canned.map(({ slug, title, text }, position) => ({ id: contentId("canned", slug), slug, position, title, text }));
  await tx
    .insert(cannedReplies)
    .values(rows)
    .onConflictDoUpdate({
      target: cannedReplies.id,
      set: { title: sql`excluded.title`, text: sql`excluded.text`, position: sql`excluded.position` },
    });
}

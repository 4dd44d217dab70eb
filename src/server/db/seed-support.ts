import { inArray, sql } from "drizzle-orm";
import type { Transaction } from "./client";
import canned from "./content/canned.json";
import { cannedRemovals, cannedReplies } from "./schema";
import { contentId } from "./seed-ids";
import { lockSeeded } from "./seed-lock";
import { withFreeSlugs } from "./seed-slugs";

/**
 * Puts the support team's ready answers into the database, and brings texts that changed with a release up to date; what somebody
 * has edited, moved or deleted here stays so.
 */
export async function seedCanned(tx: Transaction): Promise<void> {
  const content = canned.map(({ slug, title, text }, position) => ({ id: contentId("canned", slug), slug, position, title, text }));
  const ids = content.map(({ id }) => id);
  await lockSeeded(tx, cannedReplies, content);
  const removed = new Set((await tx.select().from(cannedRemovals).where(inArray(cannedRemovals.id, ids))).map(({ id }) => id));
  const kept = content.filter(({ id }) => !removed.has(id));
  if (kept.length === 0) return;
  await tx
    .insert(cannedReplies)
    .values(await withFreeSlugs(tx, cannedReplies, kept))
    // Its place stays as somebody has arranged it.
    .onConflictDoUpdate({
      target: cannedReplies.id,
      set: { title: sql`excluded.title`, text: sql`excluded.text` },
      setWhere: sql`${cannedReplies.editedAt} is null`,
    });
}

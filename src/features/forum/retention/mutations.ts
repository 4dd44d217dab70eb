import { and, eq, inArray, isNotNull, isNull, lt, ne, notExists, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { GONE_DAYS, GONE_POST_STATES } from "@/features/forum/rules";
import type { Services } from "@/server/api/context";
import type { Transaction } from "@/server/db/client";
import { listed } from "@/server/db/listed";
import { forumFlags, forumImages, forumPosts, forumPostVersions, forumTopics } from "@/server/db/schema";
import { inBatches } from "@/server/jobs/batches";
import { letGo } from "@/server/jobs/orphans";

const BATCH = 500;

/**
 * Empties messages that are gone for long: their words, earlier ones included, and their pictures. What is reported waits until that is
 * decided. Their places, and what was decided about them, stay.
 */
export async function emptyGone(services: Services): Promise<void> {
  await inBatches(BATCH, (size) => countSome(services, size));
  await inBatches(BATCH, (size) => emptySome(services, size));
}

// Never on the word of an instant alone: a release of before it brings messages back without it.
const stillGone = or(
  inArray(forumPosts.state, [...GONE_POST_STATES]),
  sql`exists (select from ${forumTopics} t where t.id = ${forumPosts.topicId} and t.state = 'deleted')`,
);

/** Whoever takes a message away, or brings one back, holds its topic: what is done with these looks again at what they say then. */
async function lockTopics(tx: Transaction, posts: { topicId: string }[]): Promise<string[]> {
  const topics = [...new Set(posts.map(({ topicId }) => topicId))].sort();
  await tx
    .select({ id: forumTopics.id })
    .from(forumTopics)
    .where(inArray(forumTopics.id, topics))
    .orderBy(forumTopics.id)
    .for("no key update");
  return topics;
}

/** Nor does such a release say since when something is gone that it takes away beside this one: that counts from when it is found. */
const countSome = ({ db }: Services, size: number): Promise<number> =>
  db.transaction(async (tx) => {
    const uncounted = and(isNull(forumPosts.goneAt), ne(forumPosts.text, ""));
    const columns = { id: forumPosts.id, topicId: forumPosts.topicId };
    const alone = tx
      .select(columns)
      .from(forumPosts)
      // As the index has it, which is made for these and otherwise empty.
      .where(and(uncounted, sql`${forumPosts.state} in ${listed(GONE_POST_STATES)}`));
    // A deleted topic that has a title still has words.
    const withTopics = tx
      .select(columns)
      .from(forumPosts)
      .innerJoin(forumTopics, eq(forumTopics.id, forumPosts.topicId))
      .where(and(uncounted, eq(forumTopics.state, "deleted"), ne(forumTopics.title, "")));
    const found = await unionAll(alone, withTopics).limit(size);
    if (found.length === 0) return 0;
    await lockTopics(tx, found);
    const ids = found.map(({ id }) => id);
    await tx
      .update(forumPosts)
      .set({ goneAt: sql`now()` })
      .where(and(inArray(forumPosts.id, ids), uncounted, stillGone));
    return found.length;
  });

async function emptySome(services: Services, size: number): Promise<number> {
  const { db } = services;
  const reported = db
    .select({ id: forumFlags.id })
    .from(forumFlags)
    .where(and(eq(forumFlags.postId, forumPosts.id), eq(forumFlags.state, "open")));
  const due = and(
    isNotNull(forumPosts.goneAt),
    stillGone,
    lt(forumPosts.goneAt, sql`now() - make_interval(days => ${GONE_DAYS}::int)`),
    ne(forumPosts.text, ""),
    notExists(reported),
  );
  const { due: had, removed } = await db.transaction(async (tx) => {
    const found = await tx
      .select({ id: forumPosts.id, topicId: forumPosts.topicId })
      .from(forumPosts)
      .where(due)
      .orderBy(forumPosts.goneAt)
      .limit(size);
    if (found.length === 0) return { due: 0, removed: [] };
    const topics = await lockTopics(tx, found);
    const ids = found.map(({ id }) => id);
    const emptied = await tx
      .update(forumPosts)
      .set({ text: "", fingerprint: 0n, search: sql`''::tsvector` })
      .where(and(inArray(forumPosts.id, ids), due))
      .returning({ id: forumPosts.id });
    const gone = emptied.map(({ id }) => id);
    await tx.delete(forumPostVersions).where(inArray(forumPostVersions.postId, gone));
    // A deleted topic of which no word is left is emptied of its title, too.
    const word = tx
      .select({ id: forumPosts.id })
      .from(forumPosts)
      .where(and(eq(forumPosts.topicId, forumTopics.id), ne(forumPosts.text, "")));
    await tx
      .update(forumTopics)
      .set({ title: "" })
      .where(and(inArray(forumTopics.id, topics), eq(forumTopics.state, "deleted"), notExists(word)));
    const removed = await tx.delete(forumImages).where(inArray(forumImages.postId, gone)).returning({ fileKey: forumImages.fileKey });
    return { due: found.length, removed };
  });
  await letGo(
    services,
    removed.map(({ fileKey }) => fileKey),
  );
  return had;
}

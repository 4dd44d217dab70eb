import { and, eq, inArray, like, or, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import type { Move } from "@/lib/enums/service";
import type { Context, UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct, recordActs } from "@/server/audit";
import type { Transaction } from "@/server/db/client";
import { indexFaq } from "@/server/db/faq-index";
import { lockRows } from "@/server/db/lock-rows";
import { moveRow } from "@/server/db/order";
import { faqCategories, faqEntries, faqRemovals, faqVotes } from "@/server/db/schema";
import { isSame, lastEdit, onlySeen, overSeen, type Saved, versionOf } from "@/server/version";
import { entryFacts, voterOf } from "./queries";
import { slugOf } from "./rules";
import type { DeleteInput, EntryInput, PublishInput, VoteInput } from "./schema";

/** Keeps one word of each about an answer; another one takes its place. @throws AppError notFound */
export async function voteFaq(ctx: Context, { uid, helpful }: VoteInput) {
  const [entry] = await ctx.db
    .select({ id: faqEntries.id })
    .from(faqEntries)
    .where(and(eq(faqEntries.id, uid), eq(faqEntries.published, true)));
  const entryId = found(entry).id;
  await ctx.db
    .insert(faqVotes)
    .values({ entryId, voter: voterOf(ctx), userId: ctx.actor?.id ?? null, helpful })
    .onConflictDoUpdate({ target: [faqVotes.entryId, faqVotes.voter], set: { helpful, votedAt: sql`now()` } });
  return { uid, helpful };
}

const lastOf = (category: string) =>
  sql<number>`coalesce((select max(${faqEntries.position}) from ${faqEntries} where ${faqEntries.categoryId} = ${category}), 0) + 1`;

/** A name for addresses that no other entry has. */
async function freeSlug(tx: Transaction, question: string, id: string): Promise<string> {
  const slug = slugOf(question);
  if (!slug) return id;
  const rows = await tx
    .select({ slug: faqEntries.slug })
    .from(faqEntries)
    .where(or(eq(faqEntries.slug, slug), like(faqEntries.slug, `${slug}-%`)));
  const taken = new Set(rows.map((row) => row.slug));
  for (let number = 2, free = slug; ; number++) {
    if (!taken.has(free)) return free;
    free = `${slug}-${number}`;
  }
}

/**
 * Makes an entry that nobody sees yet, or changes one, which counts as edited here from then on: no release overwrites it. One
 * that changes its category comes last there; one that says the same as before stays as it is.
 * @throws AppError notFound for it or its category | conflict where somebody has written it since
 */
export async function saveEntry(ctx: UserContext, { uid, version: seen, category, question, answer }: EntryInput): Promise<Saved> {
  return ctx.db.transaction(async (tx) => {
    found((await tx.select({ id: faqCategories.id }).from(faqCategories).where(eq(faqCategories.id, category)))[0]);
    // One after the other, so that each finds the names that are taken.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('faq entries', 0))`);
    const values = { categoryId: category, question, answer, editedAt: new Date() };
    const after = { category, question, answer };
    const added = idFrom("faq", ctx.actor.id, ctx.idempotencyKey);
    if (!uid && (await tx.$count(faqEntries, eq(faqEntries.id, added))) > 0) return { uid: added, version: versionOf(after) };
    const row = uid ? found((await lockRows(tx, faqEntries, [uid]))[0]) : null;
    const before = row && entryFacts(row);
    const saved = { uid: uid ?? added, version: before ? overSeen(seen, before, after) : versionOf(after) };
    if (before && isSame(before, after)) return saved;
    const slug = row ? await changeEntry(tx, row, values) : await addEntry(tx, added, values);
    await indexFaq(tx, [{ id: saved.uid, slug, question, answer }]);
    await recordAct(tx, ctx, { action: before ? "faq.edit" : "faq.add", target: faq(saved.uid), before, after });
    return saved;
  });
}

const faq = (id: string) => ({ kind: "faq", id });

type Values = Pick<typeof faqEntries.$inferInsert, "categoryId" | "question" | "answer" | "editedAt">;

/** @returns its name for addresses */
async function addEntry(tx: Transaction, id: string, values: Values): Promise<string> {
  const slug = await freeSlug(tx, values.question.en, id);
  await tx.insert(faqEntries).values({ ...values, id, slug, position: lastOf(values.categoryId), published: false });
  return slug;
}

/** @returns its name for addresses */
async function changeEntry(tx: Transaction, row: typeof faqEntries.$inferSelect, values: Values): Promise<string> {
  const position = row.categoryId === values.categoryId ? undefined : lastOf(values.categoryId);
  await tx
    .update(faqEntries)
    .set({ ...values, ...(position && { position }) })
    .where(eq(faqEntries.id, row.id));
  return row.slug;
}

/**
 * Shows entries to people, or takes them back, all of them or none; releases go on keeping their texts.
 * @returns those that stood otherwise  @throws AppError notFound for any of them
 */
export async function publishEntries(ctx: UserContext, { uids, published }: PublishInput) {
  return ctx.db.transaction(async (tx) => {
    const rows = await lockRows(tx, faqEntries, uids);
    const turned = rows.filter((row) => row.published !== published).map(({ id }) => id);
    await tx.update(faqEntries).set({ published }).where(inArray(faqEntries.id, turned));
    const action = published ? "faq.publish" : "faq.withdraw";
    await recordActs(
      tx,
      ctx,
      turned.map((id) => ({ action, target: faq(id) })),
    );
    return turned.map((uid) => ({ uid }));
  });
}

/** Moves an entry in its category. @throws AppError notFound */
export async function moveEntry(ctx: UserContext, { uid, to }: { uid: string; to: Move }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.select({ category: faqEntries.categoryId }).from(faqEntries).where(eq(faqEntries.id, uid));
    await moveRow(tx, faqEntries, eq(faqEntries.categoryId, found(row).category), uid, to);
    await recordAct(tx, ctx, { action: "faq.move", target: faq(uid), detail: { to } });
  });
}

/**
 * Deletes an entry with what was said of it, for good: no release brings it back.
 * @throws AppError notFound | conflict where somebody has written it since
 */
export async function deleteEntry(ctx: UserContext, { uid, editedAt: seen }: DeleteInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const gone = found((await tx.delete(faqEntries).where(eq(faqEntries.id, uid)).returning())[0]);
    onlySeen(seen, lastEdit(gone.editedAt));
    const before = entryFacts(gone);
    await tx.insert(faqRemovals).values({ id: uid }).onConflictDoNothing();
    await recordAct(tx, ctx, { action: "faq.delete", target: faq(uid), before });
  });
}

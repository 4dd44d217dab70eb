import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct, recordActs } from "@/server/audit";
import { lockBank } from "@/server/db/bank-lock";
import type { Transaction } from "@/server/db/client";
import { moveRow } from "@/server/db/order";
import { categories, type QuestionContent, questions, questionVersions } from "@/server/db/schema";
import { contentOf, filledContent, question as life, sameContent, stateOf } from "./rules";
import type { MoveInput, QuestionInput, RestoreInput, TurnInput } from "./schema";

type Row = typeof questions.$inferSelect;

const columnsOf = ({ category, ...content }: QuestionContent) => ({ categoryId: category, ...content });

/** A question's place behind the last of a category. */
const lastIn = (category: string): SQL<number> =>
  sql<number>`coalesce((select max(${questions.position}) from ${questions} where ${questions.categoryId} = ${category}), 0) + 1`;

/** Keeps what was written in versions; what stood there before any was kept becomes the one before it. */
export async function keepVersions(
  tx: Transaction,
  actorId: string,
  saved: { before: Row | null; id: string; version: number; content: QuestionContent }[],
): Promise<void> {
  const old = saved.flatMap(({ before }) =>
    before ? [{ questionId: before.id, version: before.version, content: contentOf(before), at: before.editedAt }] : [],
  );
  if (old.length > 0) await tx.insert(questionVersions).values(old).onConflictDoNothing();
  const at = new Date();
  const rows = saved.map(({ id, version, content }) => ({ questionId: id, version, actorId, at, content }));
  if (rows.length > 0) await tx.insert(questionVersions).values(rows);
}

async function openCategory(tx: Transaction, id: string): Promise<void> {
  const [row] = await tx.select({ retiredAt: categories.retiredAt }).from(categories).where(eq(categories.id, id));
  if (found(row).retiredAt) throw new AppError("wrongState");
}

/**
 * Makes a draft, or writes a question anew, which no release overwrites from then on. One that changes its category comes last there.
 * What says the same as before makes no version.
 * @throws AppError notFound for it or its category | conflict where somebody has written it since | wrongState for a retired category
 */
export async function saveQuestion(ctx: UserContext, { uid, version, ...input }: QuestionInput) {
  const content = filledContent(input);
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    return uid ? changeQuestion(tx, ctx, { uid, version, content }) : addQuestion(tx, ctx, content, false);
  });
}

/** Puts a question behind the last of its category. The bank is locked. @throws AppError notFound | wrongState for a retired category */
export async function addQuestion(tx: Transaction, ctx: UserContext, content: QuestionContent, published: boolean) {
  await openCategory(tx, content.category);
  const id = idFrom("question", ctx.actor.id, ctx.idempotencyKey);
  if ((await tx.$count(questions, eq(questions.id, id))) > 0) return { uid: id, version: 1 };
  // A name that no release will give to a question of its own.
  const row = { ...columnsOf(content), id, slug: id, position: lastIn(content.category), published, editedAt: new Date() };
  await tx.insert(questions).values(row as unknown as typeof questions.$inferInsert);
  await keepVersions(tx, ctx.actor.id, [{ before: null, id, version: 1, content }]);
  await recordAct(tx, ctx, { action: "bank.add", target: { kind: "question", id }, before: null, after: { ...content } });
  return { uid: id, version: 1 };
}

interface Change {
  uid: string;
  version: number | undefined;
  content: QuestionContent;
}

async function changeQuestion(tx: Transaction, ctx: UserContext, { uid, version, content }: Change) {
  const row = found((await tx.select().from(questions).where(eq(questions.id, uid)).for("update"))[0]);
  if (row.version !== version) throw new AppError("conflict");
  const before = contentOf(row);
  if (sameContent(before, content)) return { uid, version: row.version };
  const moves = content.category !== row.categoryId;
  if (moves) await openCategory(tx, content.category);
  await tx
    .update(questions)
    .set({
      ...columnsOf(content),
      version: row.version + 1,
      editedAt: new Date(),
      ...(moves && { position: lastIn(content.category), slug: await freeSlug(tx, row, content.category) }),
    })
    .where(eq(questions.id, uid));
  await keepVersions(tx, ctx.actor.id, [{ before: row, id: uid, version: row.version + 1, content }]);
  await recordAct(tx, ctx, { action: "bank.save", target: { kind: "question", id: uid }, before: { ...before }, after: { ...content } });
  return { uid, version: row.version + 1 };
}

/** The name that a question takes along into another category; its id where another has that name there. */
async function freeSlug(tx: Transaction, { id, slug }: Row, category: string): Promise<string> {
  const [taken] = await tx
    .select({ id: questions.id })
    .from(questions)
    .where(and(eq(questions.categoryId, category), eq(questions.slug, slug)));
  return taken ? id : slug;
}

/** Writes a question as it was in an old version, in the category in which it is. @throws AppError notFound | conflict */
export async function restoreVersion(ctx: UserContext, { uid, of, version }: RestoreInput) {
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    const [row] = await tx
      .select({ content: questionVersions.content, category: questions.categoryId })
      .from(questionVersions)
      .innerJoin(questions, eq(questions.id, questionVersions.questionId))
      .where(and(eq(questionVersions.questionId, uid), eq(questionVersions.version, of)));
    const { content, category } = found(row);
    return changeQuestion(tx, ctx, { uid, version, content: filledContent({ ...content, category }) });
  });
}

/**
 * Publishes questions, takes them back, or takes them out of use, all of them or none. Those that stand there already stay untouched, as do
 * those that do not stand as they were seen.
 * @returns what was turned, and where it stood
 * @throws AppError notFound for any of them | wrongState for a step that their lifecycle does not know, and in a retired category
 */
export async function turnQuestions(ctx: UserContext, { uids, state, seen = [] }: TurnInput) {
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    const wanted = [...new Set(uids)];
    const rows = await tx
      .select({ id: questions.id, published: questions.published, retiredAt: questions.retiredAt, closed: categories.retiredAt })
      .from(questions)
      .innerJoin(categories, eq(categories.id, questions.categoryId))
      .where(inArray(questions.id, wanted));
    if (rows.length < wanted.length) throw new AppError("notFound");
    const stood = new Map(seen.map((one) => [one.uid, one.state]));
    const turned = rows.filter((row) => stateOf(row) !== state && [undefined, stateOf(row)].includes(stood.get(row.id)));
    for (const row of turned)
      if (!life.can(stateOf(row), state, "admin") || (state === "published" && row.closed)) throw new AppError("wrongState");
    const ids = turned.map(({ id }) => id);
    if (ids.length > 0)
      await tx
        .update(questions)
        .set({ published: state === "published", retiredAt: state === "retired" ? new Date() : null })
        .where(inArray(questions.id, ids));
    const acts = turned.map((row) => ({
      action: "bank.turn" as const,
      target: { kind: "question", id: row.id },
      before: { state: stateOf(row) },
      after: { state },
    }));
    await recordActs(tx, ctx, acts);
    return turned.map((row) => ({ uid: row.id, before: stateOf(row) }));
  });
}

/** Moves a question in its category. @throws AppError notFound */
export async function moveQuestion(ctx: UserContext, { uid, to }: MoveInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    const [row] = await tx.select({ category: questions.categoryId }).from(questions).where(eq(questions.id, uid));
    await moveRow(tx, questions, eq(questions.categoryId, found(row).category), uid, to);
    await recordAct(tx, ctx, { action: "bank.move", target: { kind: "question", id: uid }, detail: { to } });
  });
}

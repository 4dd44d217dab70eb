import { and, eq, inArray, sql } from "drizzle-orm";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { idFrom } from "@/server/api/idempotency";
import { recordAct, recordActs } from "@/server/audit";
import { lockBank } from "@/server/db/bank-lock";
import type { Transaction } from "@/server/db/client";
import { lockRows } from "@/server/db/lock-rows";
import { moveRow } from "@/server/db/order";
import { categories, questions } from "@/server/db/schema";
import { isSame } from "@/server/version";
import type { CategoryInput, MoveInput, RetireInput } from "./schema";

const target = (id: string) => ({ kind: "category", id });

/**
 * Makes a category, as the last, or writes one anew, which no release overwrites from then on; one that says the same as before stays as
 * it is.
 * @throws AppError notFound | conflict where somebody has written it since
 */
export async function saveCategory(ctx: UserContext, { uid, version, name, description }: CategoryInput) {
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    if (!uid) {
      const id = idFrom("category", ctx.actor.id, ctx.idempotencyKey);
      if ((await tx.$count(categories, eq(categories.id, id))) > 0) return { uid: id, version: 1 };
      const last = sql`(select coalesce(max(${categories.position}), 0) + 1 from ${categories})`;
      // A name that no release will give to a category of its own.
      await tx.insert(categories).values({ id, slug: id, position: last, name, description, editedAt: new Date() });
      await recordAct(tx, ctx, { action: "category.add", target: target(id), before: null, after: { name, description } });
      return { uid: id, version: 1 };
    }
    const row = found((await tx.select().from(categories).where(eq(categories.id, uid)).for("update"))[0]);
    if (row.version !== version) throw new AppError("conflict");
    const [before, after] = [
      { name: row.name, description: row.description },
      { name, description },
    ];
    if (isSame(before, after)) return { uid, version };
    const next = row.version + 1;
    await tx
      .update(categories)
      .set({ ...after, version: next, editedAt: new Date() })
      .where(eq(categories.id, uid));
    await recordAct(tx, ctx, { action: "category.save", target: target(uid), before, after });
    return { uid, version: next };
  });
}

/**
 * Takes categories out of use, with the questions that are published in them; or back into use, with those that went with each.
 * @returns those that stood otherwise  @throws AppError notFound for any of them
 */
export async function retireCategories(ctx: UserContext, { uids, retired }: RetireInput) {
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    const rows = await lockRows(tx, categories, uids);
    const turned = rows.filter(({ retiredAt }) => (retiredAt !== null) !== retired).map(({ id }) => id);
    await turnCategories(tx, ctx, turned, retired);
    return turned.map((uid) => ({ uid }));
  });
}

/** Does it, of categories that stand otherwise, and notes it. */
export async function turnCategories(
  tx: Transaction,
  doer: Parameters<typeof recordActs>[1],
  ids: string[],
  retired: boolean,
): Promise<void> {
  if (ids.length === 0) return;
  const now = new Date();
  const went = await tx
    .update(questions)
    .set({ published: !retired, retiredAt: retired ? now : null })
    .where(and(inArray(questions.categoryId, ids), retired ? eq(questions.published, true) : wentAlong))
    .returning({ category: questions.categoryId });
  await tx
    .update(categories)
    .set({ retiredAt: retired ? now : null })
    .where(inArray(categories.id, ids));
  const acts = ids.map((id) => ({
    action: "category.turn" as const,
    target: target(id),
    before: { retired: !retired },
    after: { retired },
    detail: { questions: went.filter(({ category }) => category === id).length },
  }));
  await recordActs(tx, doer, acts);
}

/** Whether a question was retired in the moment in which its category was. */
const wentAlong = sql`${questions.retiredAt} = (select ${categories.retiredAt} from ${categories} where ${categories.id} = ${questions.categoryId})`;

/** Moves a category in the list. @throws AppError notFound */
export async function moveCategory(ctx: UserContext, { uid, to }: MoveInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    found((await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, uid)))[0]);
    await moveRow(tx, categories, undefined, uid, to);
    await recordAct(tx, ctx, { action: "category.move", target: target(uid), detail: { to } });
  });
}

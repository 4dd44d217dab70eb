import { and, eq, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import type { UserContext } from "@/server/api/context";
import { recordAct } from "@/server/audit";
import { lockBank } from "@/server/db/bank-lock";
import { moveRow } from "@/server/db/order";
import { categories, questions } from "@/server/db/schema";
import type { CategoryInput, MoveInput, RetireInput } from "./schema";

const target = (id: string) => ({ kind: "category", id });

/**
 * Makes a category, as the last, or writes one anew, which no release overwrites from then on.
 * @throws AppError notFound | conflict where somebody has written it since
 */
export async function saveCategory(ctx: UserContext, { uid, version, name, description }: CategoryInput) {
  return ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    if (!uid) {
      const id = uuidv7();
      const last = sql<number>`(select coalesce(max(${categories.position}), 0) + 1 from ${categories})` as unknown as number;
      // A name that no release will give to a category of its own.
      await tx.insert(categories).values({ id, slug: id, position: last, name, description, editedAt: new Date() });
      await recordAct(tx, ctx, { action: "category.add", target: target(id), before: null, after: { name, description } });
      return { uid: id, version: 1 };
    }
    const row = found((await tx.select().from(categories).where(eq(categories.id, uid)).for("update"))[0]);
    if (row.version !== version) throw new AppError("conflict");
    const next = row.version + 1;
    await tx.update(categories).set({ name, description, version: next, editedAt: new Date() }).where(eq(categories.id, uid));
    const before = { name: row.name, description: row.description };
    await recordAct(tx, ctx, { action: "category.save", target: target(uid), before, after: { name, description } });
    return { uid, version: next };
  });
}

/**
 * Takes a category out of use, with the questions that are published in it; or back into use, with those that went with it.
 * @throws AppError notFound | wrongState where it stands so already
 */
export async function retireCategory(ctx: UserContext, { uid, retired }: RetireInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockBank(tx);
    const { retiredAt } = found((await tx.select().from(categories).where(eq(categories.id, uid)).for("update"))[0]);
    if ((retiredAt !== null) === retired) throw new AppError("wrongState");
    const own = eq(questions.categoryId, uid);
    const now = new Date();
    const turned = retiredAt
      ? await tx
          .update(questions)
          .set({ published: true, retiredAt: null })
          .where(and(own, eq(questions.retiredAt, retiredAt)))
          .returning({ id: questions.id })
      : await tx
          .update(questions)
          .set({ published: false, retiredAt: now })
          .where(and(own, eq(questions.published, true)))
          .returning({ id: questions.id });
    await tx
      .update(categories)
      .set({ retiredAt: retired ? now : null })
      .where(eq(categories.id, uid));
    await recordAct(tx, ctx, {
      action: "category.turn",
      target: target(uid),
      before: { retired: !retired },
      after: { retired },
      detail: { questions: turned.length },
    });
  });
}

/** Moves a category in the list. @throws AppError notFound */
export async function moveCategory(ctx: UserContext, { uid, to }: MoveInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    found((await tx.select({ id: categories.id }).from(categories).where(eq(categories.id, uid)))[0]);
    await moveRow(tx, categories, undefined, uid, to);
    await recordAct(tx, ctx, { action: "category.move", target: target(uid), detail: { to } });
  });
}

import { and, eq, max, sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError } from "@/lib/app-error";
import type { WorkspaceContext } from "@/server/api/workspace";
import { priceItems } from "@/server/db/schema";
import { columnsOf, lockSeenDraft, touched } from "../prices/mutations";
import { planOf, showPlan } from "./queries";
import type { PriceFileTakeInput } from "./schema";

/**
 * Does what a file says with a draft: all of it or nothing. Prices that the file does not name stay.
 * @throws AppError notFound | conflict with the comparison as it is now | wrongState for what is published, or a file in which something is wrong
 */
export const takeFile = (ctx: WorkspaceContext, { workspaceId, uid, version, text, seen }: PriceFileTakeInput) =>
  ctx.inWorkspace(async (tx) => {
    await lockSeenDraft(tx, workspaceId, { uid, version });
    const plan = await planOf(tx, workspaceId, uid, text);
    if (plan.seen !== seen) throw new AppError("conflict", { current: showPlan(plan) });
    if (plan.problem || plan.planned.some(({ kind }) => kind === "wrong")) throw new AppError("wrongState");
    const [last] = await tx
      .select({ position: max(priceItems.position) })
      .from(priceItems)
      .where(and(eq(priceItems.workspaceId, workspaceId), eq(priceItems.versionId, uid)));
    const rows = plan.planned.flatMap(({ kind, uid: known, item }, at) =>
      item && kind !== "same"
        ? [{ id: known ?? uuidv7(), workspaceId, versionId: uid, position: (last?.position ?? 0) + 1 + at, ...columnsOf(item) }]
        : [],
    );
    if (rows.length > 0)
      await tx
        .insert(priceItems)
        .values(rows)
        .onConflictDoUpdate({
          target: priceItems.id,
          set: {
            name: sql`excluded.name`,
            kind: sql`excluded.kind`,
            unit: sql`excluded.unit`,
            materialId: sql`excluded.material_id`,
            taxId: sql`excluded.tax_id`,
            price: sql`excluded.price`,
            cost: sql`excluded.cost`,
            tiers: sql`excluded.tiers`,
          },
        });
    const added = plan.planned.filter(({ kind }) => kind === "new").length;
    const changed = plan.planned.filter(({ kind }) => kind === "changed").length;
    return { added, changed, prices: await touched(ctx, tx, uid, "prices.import", { added, changed }) };
  });

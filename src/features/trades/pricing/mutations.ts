import { and, count, eq, sql } from "drizzle-orm";
import { AppError, expectVersion, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import { pricingSettings, taxes } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { lockWorkspace } from "../workspace/queries";
import { pricingOf, taxesOf } from "./queries";
import { MOST_TAXES } from "./rules";
import type { PricingSaveInput, TaxSaveInput } from "./schema";

/**
 * How the shop works out what it asks for, from now on. What was sent stays as it was.
 * @throws AppError conflict with what somebody else has said meanwhile | forbidden for a manager who lifts their own limit
 */
export const savePricing = (ctx: WorkspaceContext, { workspaceId, version, ...fields }: PricingSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    // There may be no row yet that could be held.
    await lockWorkspace(tx, workspaceId);
    const before = await pricingOf(tx, workspaceId);
    await expectVersion(before, version, (current) => current);
    // What a manager may give away is the owner's to say.
    if (ctx.member.role !== "owner" && fields.discountLimit !== before.discountLimit) throw new AppError("forbidden");
    const set = { ...fields, version: version + 1 };
    await tx
      .insert(pricingSettings)
      .values({ workspaceId, ...set })
      .onConflictDoUpdate({ target: pricingSettings.workspaceId, set });
    const { seller: _, version: __, ...was } = before;
    const { seller: ___, ...is } = fields;
    await recordEvent(tx, acting(ctx), { action: "pricing.edit", before: was, after: is });
    await publishToWorkspace(tx, workspaceId);
    return set;
  });

/** Keeps a tax: a new one, or in the place of one that was seen. @throws AppError notFound | conflict with it as it is now | invalidInput */
export const saveTax = (ctx: WorkspaceContext, { workspaceId, uid: known, version, ...fields }: TaxSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const uid = known ?? idFrom("tax", ctx.member.id, ctx.idempotencyKey);
    // One at a time: which one is usual is a matter of all of them.
    await lockWorkspace(tx, workspaceId);
    const here = rowIn(taxes, workspaceId, uid);
    const [there] = await tx.select().from(taxes).where(here).for("update");
    if (!known && there) return taxesOf(tx, workspaceId);
    const before = known ? await expectVersion(there, version, ({ id, workspaceId: _, ...tax }) => ({ uid: id, ...tax })) : undefined;
    const [all] = await tx.select({ total: count() }).from(taxes).where(eq(taxes.workspaceId, workspaceId));
    if (!known && (all?.total ?? 0) >= MOST_TAXES) throw refusedAt(["name"], "tooMany", { maximum: MOST_TAXES });
    // The first one is the usual one, and there is always one.
    const usual = fields.usual || (all?.total ?? 0) === 0 || before?.usual === true;
    if (usual && fields.retired) throw refusedAt(["retired"], "usualStays");
    if (usual)
      await tx
        .update(taxes)
        .set({ usual: false, version: sql`${taxes.version} + 1` })
        .where(and(eq(taxes.workspaceId, workspaceId), eq(taxes.usual, true), sql`${taxes.id} <> ${uid}`));
    const set = { ...fields, usual };
    if (before)
      await tx
        .update(taxes)
        .set({ ...set, version: sql`${taxes.version} + 1` })
        .where(here);
    else await tx.insert(taxes).values({ id: uid, workspaceId, ...set });
    const { name: _, rate, category, retired } = before ?? {};
    await recordEvent(tx, acting(ctx), {
      action: before ? "tax.edit" : "tax.add",
      target: { kind: "tax", id: uid },
      before: before ? { rate, category, retired, usual: before.usual } : null,
      after: { rate: set.rate, category: set.category, retired: set.retired, usual },
    });
    await publishToWorkspace(tx, workspaceId);
    return taxesOf(tx, workspaceId);
  });

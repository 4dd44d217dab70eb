import { isDeepStrictEqual } from "node:util";
import { sql } from "drizzle-orm";
import { AppError, expectVersion, refusedAt } from "@/lib/app-error";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { slabs } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { materialOf } from "../materials/queries";
import { keepRemnants, serialOnce } from "../remnants/mutations";
import { lockWorkspace } from "../workspace/queries";
import { slabOf } from "./queries";
import { canBreakInto, costsOf, fixedFields, isGone, liesIn, MOST_DEFECTS, SLAB_FIELDS, type SlabField, slabSteps } from "./rules";
import type { SlabBreakInput, SlabFields, SlabMarkInput, SlabMoveInput, SlabPlaceInput, SlabSaveInput } from "./schema";

type Row = typeof slabs.$inferSelect;

/** A slab that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with the slab as it is now */
async function lockSeen(tx: Transaction, { member }: WorkspaceContext, uid: string, version: number): Promise<Row> {
  const [row] = await tx
    .select()
    .from(slabs)
    .where(rowIn(slabs, member.workspaceId, uid))
    .for("update");
  return expectVersion(row, version, () => slabOf(tx, member, uid));
}

const change = (tx: Transaction, { workspaceId, id }: Row, set: Partial<Row>) =>
  tx
    .update(slabs)
    .set({ ...set, version: sql`${slabs.version} + 1` })
    .where(rowIn(slabs, workspaceId, id));

const columnsOf = ({ materialUid, ...fields }: SlabFields) => ({ ...fields, materialId: materialUid });

/** The names of the fields in which a slab is about to change. */
function differences(before: Row, after: SlabFields): SlabField[] {
  const was: SlabFields = { ...before, materialUid: before.materialId };
  return SLAB_FIELDS.filter((field) => !isDeepStrictEqual(was[field], after[field]));
}

/** @throws AppError invalidInput for a material that is not there, or takes nothing new | materialBanned */
async function expectUsable(tx: Transaction, workspaceId: string, materialUid: string): Promise<void> {
  const material = await materialOf(tx, workspaceId, materialUid).catch((error: unknown) => {
    throw error instanceof AppError && error.code === "notFound" ? refusedAt(["materialUid"], "gone") : error;
  });
  if (material.banned) throw new AppError("materialBanned");
  if (material.retired) throw refusedAt(["materialUid"], "gone");
}

/**
 * Keeps a slab: a new one, or in the place of one that was seen.
 * @throws AppError notFound | conflict with the slab as it is now | wrongState for what a plan holds or history fixes | materialBanned |
 *   invalidInput for a serial that is there already, or a material that is not
 */
export const saveSlab = (ctx: WorkspaceContext, { workspaceId, uid: known, version, state, ...fields }: SlabSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, idempotencyKey } = ctx;
    const uid = known ?? idFrom("slab", member.id, idempotencyKey);
    if (known) {
      const before = await lockSeen(tx, ctx, uid, version ?? 0);
      const changed = differences(before, fields);
      const fixed = fixedFields(before);
      if (changed.some((field) => fixed.includes(field))) throw new AppError("wrongState");
      if (changed.includes("materialUid")) await expectUsable(tx, workspaceId, fields.materialUid);
      await serialOnce(change(tx, before, columnsOf(fields)));
      // Which fields, and not what stood in them: a member reads the history, too, and sees no cost in it.
      await recordEvent(tx, acting(ctx), { action: "slab.edit", target: { kind: "slab", id: uid }, after: { fields: changed } });
    } else {
      const [there] = await tx
        .select({ id: slabs.id })
        .from(slabs)
        .where(rowIn(slabs, workspaceId, uid));
      if (there) return slabOf(tx, member, uid);
      await expectUsable(tx, workspaceId, fields.materialUid);
      await serialOnce(tx.insert(slabs).values({ id: uid, workspaceId, state, ...columnsOf(fields) }));
      await recordEvent(tx, acting(ctx), {
        action: "slab.add",
        target: { kind: "slab", id: uid },
        after: { serial: fields.serial, state },
      });
    }
    await publishToWorkspace(tx, workspaceId);
    return slabOf(tx, member, uid);
  });

/**
 * Moves a slab by hand to where it stands from now on.
 * @throws AppError notFound | conflict with the slab as it is now | wrongState for what nobody does by hand | materialBanned
 */
export const moveSlab = (ctx: WorkspaceContext, { workspaceId, uid, version, to }: SlabMoveInput) =>
  ctx.inWorkspace(async (tx) => {
    const before = await lockSeen(tx, ctx, uid, version);
    if (!slabSteps.can(before.state, to, "manager")) throw new AppError("wrongState");
    // What was received is supplied, and what leaves quarantine is there to be worked with.
    if (to === "available" && (await materialOf(tx, workspaceId, before.materialId)).banned) throw new AppError("materialBanned");
    await change(tx, before, { state: to });
    await recordEvent(tx, acting(ctx), {
      action: "slab.move",
      target: { kind: "slab", id: uid },
      before: { state: before.state },
      after: { state: to },
    });
    await publishToWorkspace(tx, workspaceId);
    return slabOf(tx, ctx.member, uid);
  });

/** Says where a slab stands now. @throws AppError notFound | conflict with the slab as it is now */
export const placeSlab = (ctx: WorkspaceContext, { workspaceId, uid, version, bin }: SlabPlaceInput) =>
  ctx.inWorkspace(async (tx) => {
    await change(tx, await lockSeen(tx, ctx, uid, version), { bin });
    await recordEvent(tx, acting(ctx), { action: "slab.edit", target: { kind: "slab", id: uid }, after: { fields: ["bin"] } });
    await publishToWorkspace(tx, workspaceId);
    return slabOf(tx, ctx.member, uid);
  });

/**
 * Marks what is the matter with a slab: whoever handles it sees it first.
 * @throws AppError notFound | conflict with the slab as it is now | wrongState for one that is cut or thrown away | invalidInput for what
 *   lies outside of it, or is too much
 */
export const markDefect = (ctx: WorkspaceContext, { workspaceId, uid, version, defect }: SlabMarkInput) =>
  ctx.inWorkspace(async (tx) => {
    const before = await lockSeen(tx, ctx, uid, version);
    if (isGone(before.state)) throw new AppError("wrongState");
    if (!liesIn(defect, before)) throw refusedAt(["defect"], "defectOutside");
    if (before.defects.length >= MOST_DEFECTS) throw refusedAt(["defect"], "tooMany", { maximum: MOST_DEFECTS });
    await change(tx, before, { defects: [...before.defects, defect] });
    await recordEvent(tx, acting(ctx), { action: "slab.edit", target: { kind: "slab", id: uid }, after: { fields: ["defects"] } });
    await publishToWorkspace(tx, workspaceId);
    return slabOf(tx, ctx.member, uid);
  });

/**
 * Breaks a slab into remnants, which bear all that it cost by their areas; it is consumed.
 * @throws AppError notFound | conflict with the slab as it is now | wrongState for one that is not available | materialBanned |
 *   invalidInput for remnants that do not fit into it
 */
export const breakSlab = (ctx: WorkspaceContext, { workspaceId, uid, version, remnants }: SlabBreakInput) =>
  ctx.inWorkspace(async (tx) => {
    // One after the other, so that no two of them come upon the same serials.
    await lockWorkspace(tx, workspaceId);
    const slab = await lockSeen(tx, ctx, uid, version);
    if (!slabSteps.can(slab.state, "consumed", "break")) throw new AppError("wrongState");
    if ((await materialOf(tx, workspaceId, slab.materialId)).banned) throw new AppError("materialBanned");
    if (!canBreakInto(slab, remnants)) throw refusedAt(["remnants"], "remnantsTooLarge");
    const costs = costsOf(slab.cost, remnants);
    await change(tx, slab, { state: "consumed" });
    await recordEvent(tx, acting(ctx), { action: "slab.remnant", target: { kind: "slab", id: uid }, after: { remnants: remnants.length } });
    await keepRemnants(tx, ctx, [{ slab, remnants: remnants.map((remnant, at) => ({ ...remnant, cost: costs[at] ?? 0 })) }]);
    await publishToWorkspace(tx, workspaceId);
    return slabOf(tx, ctx.member, uid);
  });

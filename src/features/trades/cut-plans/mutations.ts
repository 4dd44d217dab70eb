import { and, asc, count, desc, eq, inArray, sql } from "drizzle-orm";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import type { SlabState } from "@/lib/enums/trades-stock";
import { idFrom } from "@/server/api/idempotency";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { isUniqueViolation } from "@/server/db/errors";
import { cutPlanPieces, cutPlanSlabs, cutPlans, jobPieces, jobs, materials, slabs } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { wakeJob } from "@/server/jobs/queue";
import { nextNumber } from "../counters/mutations";
import { publishToWorkspace } from "../events";
import { acting, recordEvent, recordEvents } from "../log/mutations";
import { materialOf } from "../materials/queries";
import { slabSteps } from "../slabs/rules";
import { lockWorkspace } from "../workspace/queries";
import { isStillValid, materialsOfPlan, ofJob, ofMaterial, type PlanRow, planOf, type SlabRow, thereOf, waitingIn } from "./queries";
import { EFFORTS, MOST_PLANNING, MOST_SLABS, placedIn, planSteps } from "./rules";
import type { PlanSeenInput, PlanStartInput } from "./schema";

/** Works out what waits to be planned. */
export const PLAN_JOB = "trades.plans";

const show = (tx: Transaction, { member, env }: WorkspaceContext, uid: string) => planOf(tx, member, env.publicUrl, uid);

/** A plan that is about to change, as whoever changes it saw it. @throws AppError notFound | conflict with the plan as it is now */
export async function lockSeenPlan(tx: Transaction, ctx: WorkspaceContext, { uid, version }: PlanSeenInput): Promise<PlanRow> {
  const [row] = await tx
    .select()
    .from(cutPlans)
    .where(rowIn(cutPlans, ctx.member.workspaceId, uid))
    .for("update");
  return expectVersion(row, version, () => show(tx, ctx, uid));
}

export const changePlan = (tx: Transaction, { workspaceId, id }: PlanRow, set: Partial<PlanRow>) =>
  tx
    .update(cutPlans)
    .set({ ...set, version: sql`${cutPlans.version} + 1` })
    .where(rowIn(cutPlans, workspaceId, id));

/** Moves slabs that are held, and writes down of each from where to where. @throws AppError wrongState where no plan moves one so */
export async function moveSlabs(tx: Transaction, ctx: WorkspaceContext, moved: readonly SlabRow[], way: readonly SlabState[]) {
  const to = way.at(-1);
  if (moved.length === 0 || !to) return;
  const ids = moved.map(({ id }) => id);
  const steps = moved.flatMap(({ id, state }) => way.map((next, at) => ({ id, from: way[at - 1] ?? state, next })));
  if (!steps.every(({ from, next }) => slabSteps.can(from, next, "plan"))) throw new AppError("wrongState");
  await tx
    .update(slabs)
    .set({ state: to, version: sql`${slabs.version} + 1` })
    .where(and(eq(slabs.workspaceId, ctx.member.workspaceId), inArray(slabs.id, ids)));
  const events = steps.map(({ id, from, next }) => ({
    action: "slab.move" as const,
    target: { kind: "slab" as const, id },
    before: { state: from },
    after: { state: next },
  }));
  await recordEvents(tx, acting(ctx), events);
}

export const movePieces = (tx: Transaction, workspaceId: string, ids: readonly string[], state: "waiting" | "planned" | "cut") =>
  tx
    .update(jobPieces)
    .set({ state, version: sql`${jobPieces.version} + 1` })
    .where(and(eq(jobPieces.workspaceId, workspaceId), inArray(jobPieces.id, [...ids])));

/** The slabs that a plan may take: those that are named, or all that are there, remnants first. @throws AppError invalidInput */
async function slabsFor(tx: Transaction, workspaceId: string, materialUid: string, named: readonly string[] | undefined) {
  const wanted = named && [...new Set(named)];
  const rows = await tx
    .select({ id: slabs.id })
    .from(slabs)
    .innerJoin(materials, ofMaterial)
    .where(and(thereOf(workspaceId), eq(slabs.materialId, materialUid), wanted && inArray(slabs.id, wanted)))
    .orderBy(desc(slabs.remnant), asc(slabs.createdAt), asc(slabs.id))
    .limit(MOST_SLABS);
  if (wanted && rows.length !== wanted.length) throw refusedAt(["slabUids"], "gone");
  if (rows.length === 0) throw refusedAt(["slabUids"], "tooFew", { minimum: 1 });
  return rows.map(({ id }) => id);
}

/**
 * Has a plan worked out for pieces of one material: a thread does it, which tells how far it is.
 * @throws AppError notFound for a material that is not there | materialBanned | plansWaiting where enough are being worked out |
 *   invalidInput for pieces that do not wait, or slabs that are not there
 */
export const startPlan = (ctx: WorkspaceContext, { workspaceId, materialUid, pieceUids, slabUids, effort }: PlanStartInput) =>
  ctx.inWorkspace(async (tx) => {
    const { member, actor, idempotencyKey } = ctx;
    const uid = idFrom("plan", member.id, idempotencyKey);
    const material = await materialOf(tx, workspaceId, materialUid);
    await lockWorkspace(tx, workspaceId);
    const [there] = await tx
      .select({ id: cutPlans.id })
      .from(cutPlans)
      .where(rowIn(cutPlans, workspaceId, uid));
    if (there) return show(tx, ctx, uid);
    if (material.banned) throw new AppError("materialBanned");
    const [making] = await tx
      .select({ total: count() })
      .from(cutPlans)
      .where(and(eq(cutPlans.workspaceId, workspaceId), eq(cutPlans.state, "planning")));
    if ((making?.total ?? 0) >= MOST_PLANNING) throw new AppError("plansWaiting", { values: { count: MOST_PLANNING } });
    const wanted = [...new Set(pieceUids)];
    const waiting = await tx
      .select({ id: jobPieces.id })
      .from(jobPieces)
      .innerJoin(jobs, ofJob)
      .where(and(waitingIn(workspaceId), eq(jobPieces.materialId, materialUid), inArray(jobPieces.id, wanted)));
    if (waiting.length !== wanted.length) throw refusedAt(["pieceUids"], "gone");
    const takes = await slabsFor(tx, workspaceId, materialUid, slabUids);
    const number = await nextNumber(tx, workspaceId, "plan");
    const { kerf, trim, remnantLength, remnantWidth } = material;
    const saw = { kerf, trim, remnantLength, remnantWidth, effort: EFFORTS[effort] };
    await tx.insert(cutPlans).values({ id: uid, workspaceId, number, materialId: materialUid, saw, authorId: actor.id });
    await tx.insert(cutPlanPieces).values(wanted.map((pieceId) => ({ workspaceId, planId: uid, pieceId })));
    await tx.insert(cutPlanSlabs).values(takes.map((slabId) => ({ workspaceId, planId: uid, slabId })));
    const after = { number, pieces: wanted.length, slabs: takes.length };
    await recordEvent(tx, acting(ctx), { action: "plan.add", target: { kind: "plan", id: uid }, after });
    await wakeJob(tx, PLAN_JOB);
    await publishToWorkspace(tx, workspaceId);
    return show(tx, ctx, uid);
  });

/** Asks for the best plan so far. Whatever process works on it hears of it within a second. @throws AppError notFound | wrongState */
export const stopPlan = (ctx: WorkspaceContext, uid: string) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId } = ctx.member;
    const [row] = await tx
      .select()
      .from(cutPlans)
      .where(rowIn(cutPlans, workspaceId, uid))
      .for("update");
    if (found(row).state !== "planning") throw new AppError("wrongState");
    if (row?.stopping === 0) {
      await tx
        .update(cutPlans)
        .set({ stopping: 1 })
        .where(rowIn(cutPlans, workspaceId, uid));
      await recordEvent(tx, acting(ctx), { action: "plan.stop", target: { kind: "plan", id: uid } });
      // Where nobody works on it any more, somebody is to take it up.
      await wakeJob(tx, PLAN_JOB);
      await publishToWorkspace(tx, workspaceId);
    }
    return show(tx, ctx, uid);
  });

/**
 * Throws a plan away. One that is being worked out is not waited for, and what one holds is free again.
 * @throws AppError notFound | conflict with the plan as it is now | wrongState
 */
export const discardPlan = (ctx: WorkspaceContext, input: PlanSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId } = ctx.member;
    const row = await lockSeenPlan(tx, ctx, input);
    if (!planSteps.can(row.state, "discarded", "manager")) throw new AppError("wrongState");
    if (row.state === "approved" && row.plan) {
      const of = await materialsOfPlan(tx, row, { lock: true });
      const used = new Set(row.plan.sheets.map(({ sheetId }) => sheetId));
      const held = of.slabs.filter(({ id, state }) => used.has(id) && state === "reserved");
      await moveSlabs(tx, ctx, held, ["available"]);
      const placed = new Set(placedIn(row.plan));
      const free = of.pieces.filter(({ id, state }) => placed.has(id) && state === "planned");
      await movePieces(
        tx,
        workspaceId,
        free.map(({ id }) => id),
        "waiting",
      );
      await releaseSlabs(tx, row);
    }
    await changePlan(tx, row, { state: "discarded" });
    const states = { before: { state: row.state }, after: { state: "discarded" } };
    await recordEvent(tx, acting(ctx), { action: "plan.discard", target: { kind: "plan", id: row.id }, ...states });
    await publishToWorkspace(tx, workspaceId);
    return show(tx, ctx, row.id);
  });

const slabsOf = ({ workspaceId, id }: PlanRow) => and(eq(cutPlanSlabs.workspaceId, workspaceId), eq(cutPlanSlabs.planId, id));

/** These of a plan's slabs are for it alone. @throws a unique violation where another plan has one of them */
const claimSlabs = (tx: Transaction, plan: PlanRow, slabIds: readonly string[]) =>
  tx
    .update(cutPlanSlabs)
    .set({ heldSlabId: sql`${cutPlanSlabs.slabId}` })
    .where(and(slabsOf(plan), inArray(cutPlanSlabs.slabId, [...slabIds])));

/** None of a plan's slabs is for it alone any more. */
export const releaseSlabs = (tx: Transaction, plan: PlanRow) => tx.update(cutPlanSlabs).set({ heldSlabId: null }).where(slabsOf(plan));

/**
 * Agrees upon a plan: its slabs and pieces are held for it from now on. It is checked against both as they are now.
 * @throws AppError notFound | conflict with the plan as it is now | wrongState, also for one that cuts nothing | materialBanned |
 *   slabTaken for the first slab that is not there any more | planOutdated where slabs or pieces have changed, or a job has ended
 */
export const approvePlan = (ctx: WorkspaceContext, input: PlanSeenInput) =>
  ctx.inWorkspace(async (tx) => {
    const { workspaceId } = ctx.member;
    const row = await lockSeenPlan(tx, ctx, input);
    if (!planSteps.can(row.state, "approved", "manager") || !row.plan || row.plan.sheets.length === 0) throw new AppError("wrongState");
    if ((await materialOf(tx, workspaceId, row.materialId)).banned) throw new AppError("materialBanned");
    const of = await materialsOfPlan(tx, row, { lock: true });
    const used = new Set(row.plan.sheets.map(({ sheetId }) => sheetId));
    const takes = of.slabs.filter(({ id }) => used.has(id));
    const taken = takes.find(({ state }) => state !== "available");
    if (taken) throw new AppError("slabTaken", { values: { serial: taken.serial } });
    if (!isStillValid(row, of)) throw new AppError("planOutdated");
    await moveSlabs(tx, ctx, takes, ["reserved"]);
    await claimSlabs(tx, row, [...used]).catch((error: unknown) => {
      // Whatever states say: no slab is in two plans.
      throw isUniqueViolation(error, "cut_plan_slabs_held_key") ? new AppError("planOutdated") : error;
    });
    await movePieces(tx, workspaceId, placedIn(row.plan), "planned");
    await changePlan(tx, row, { state: "approved" });
    const states = { before: { state: row.state }, after: { state: "approved" } };
    await recordEvent(tx, acting(ctx), { action: "plan.approve", target: { kind: "plan", id: row.id }, ...states });
    await publishToWorkspace(tx, workspaceId);
    return show(tx, ctx, row.id);
  });

import { v7 as uuidv7 } from "uuid";
import { AppError, found } from "@/lib/app-error";
import { costsOf } from "@/lib/cutting/costs";
import { dayIn } from "@/lib/days";
import { ONE, sumOf } from "@/lib/pricing/amounts";
import type { WorkspaceContext } from "@/server/api/workspace";
import { jobCosts } from "@/server/db/schema";
import { lockBudgets, notifyOfBudgets } from "../costs/mutations";
import { changePlan, lockSeenPlan, movePieces, moveSlabs, releaseSlabs } from "../cut-plans/mutations";
import { isStillValid, materialsOfPlan, orderOf, planOf } from "../cut-plans/queries";
import { placedIn, planSteps } from "../cut-plans/rules";
import type { PlanSeenInput } from "../cut-plans/schema";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { materialOf } from "../materials/queries";
import { keepRemnants } from "../remnants/mutations";
import { manages } from "../rules";
import { lockWorkspace, workspaceOf } from "../workspace/queries";

/**
 * Writes down that a plan was cut: its slabs are consumed, what is kept of them is new slabs, its pieces are cut, and each job bears its part of
 * what the slabs cost. All of it or nothing; parts and remnants sum to what the slabs cost, to the minor unit.
 * @throws AppError notFound | conflict with the plan as it is now | wrongState | materialBanned | planOutdated where slabs or pieces have
 *   changed since it was agreed upon, such as by a defect that was found, or a job has ended |
 *   invalidInput for a remnant's serial that somebody gave to another slab meanwhile
 */
export const cutPlan = (ctx: WorkspaceContext, input: PlanSeenInput) =>
  ctx.inWorkspace(async (tx, outside) => {
    const { member, actor, env } = ctx;
    const { workspaceId } = member;
    // One after the other, so that no two of them come upon the same serials.
    await lockWorkspace(tx, workspaceId);
    const row = await lockSeenPlan(tx, ctx, input);
    const { plan } = row;
    if (!plan || !planSteps.can(row.state, "cut", manages(member.role) ? "manager" : "saw")) throw new AppError("wrongState");
    const material = await materialOf(tx, workspaceId, row.materialId);
    if (material.banned) throw new AppError("materialBanned");
    const { pieces: ordered } = await materialsOfPlan(tx, row);
    const placed = new Set(placedIn(plan));
    const jobIds = ordered.filter(({ id }) => placed.has(id)).map(({ jobId }) => jobId);
    // Held before it is looked where they stand, so that one that is cancelled at this moment is seen to be.
    const budgets = await lockBudgets(tx, workspaceId, jobIds);
    const of = await materialsOfPlan(tx, row, { lock: true });
    if (!isStillValid(row, of)) throw new AppError("planOutdated");
    const known = new Map(of.slabs.map((slab) => [slab.id, slab]));
    const jobOf = new Map(of.pieces.map((piece) => [piece.id, piece.jobId]));
    const cut = costsOf(orderOf(row.saw, of), plan).map(({ sheetId, ...rest }) => ({ slab: found(known.get(sheetId)), ...rest }));
    await moveSlabs(
      tx,
      ctx,
      cut.map(({ slab }) => slab),
      ["cutting", "consumed"],
    );
    const kept = cut.map(({ slab, remnants }) => ({
      slab,
      remnants: remnants.map(({ rect: { length, width }, cost }) => ({ length, width, cost, bin: slab.bin })),
    }));
    await keepRemnants(tx, ctx, kept);
    await movePieces(tx, workspaceId, [...placed], "cut");
    await releaseSlabs(tx, row);
    const now = new Date();
    const day = dayIn(now, (await workspaceOf(tx, workspaceId)).timeZone);
    const costs = cut.flatMap(({ slab, pieces }) => {
      const theirs = [...new Set(pieces.map(({ pieceId }) => found(jobOf.get(pieceId))))];
      return theirs.map((jobId) => {
        const ours = pieces.filter(({ pieceId }) => jobOf.get(pieceId) === jobId);
        return {
          id: uuidv7(),
          workspaceId,
          jobId,
          kind: "material" as const,
          source: "cut" as const,
          day,
          text: `${material.name} · ${slab.serial}`,
          quantity: ours.length * ONE,
          amount: sumOf(ours.map(({ cost }) => cost)),
          planId: row.id,
          slabId: slab.id,
          actorId: actor.id,
        };
      });
    });
    if (costs.length > 0) await tx.insert(jobCosts).values(costs);
    await changePlan(tx, row, { state: "cut", cutAt: now });
    const states = { before: { state: row.state }, after: { state: "cut" } };
    await recordEvent(tx, acting(ctx), { action: "plan.cut", target: { kind: "plan", id: row.id }, ...states });
    await notifyOfBudgets(tx, outside, acting(ctx), budgets);
    await publishToWorkspace(tx, workspaceId);
    return planOf(tx, member, env.publicUrl, row.id);
  });

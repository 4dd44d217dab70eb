import { and, asc, count, desc, eq, inArray, notInArray, type SQL, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { costsOf, figuresOf } from "@/lib/cutting/costs";
import type { CutOrder } from "@/lib/cutting/types";
import { problemsOf } from "@/lib/cutting/validate";
import type { JobState } from "@/lib/enums/trades";
import { pageOffset } from "@/lib/page-math";
import { sumOf } from "@/lib/pricing/amounts";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { customers, cutPlanPieces, cutPlanSlabs, cutPlans, jobPieces, jobs, materials, slabs, workspacePeople } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { jobHref } from "../hrefs";
import { countryOf } from "../materials/queries";
import { isBanned } from "../materials/rules";
import { personName } from "../members/queries";
import { manages } from "../rules";
import { cutsOf, drawn, ENDED, hasEnded, MOST_PIECES, MOST_SLABS, placedIn, sizesIn } from "./rules";
import type { PlansInput } from "./schema";

export type PlanRow = typeof cutPlans.$inferSelect;
export type SlabRow = typeof slabs.$inferSelect;
export type PieceRow = typeof jobPieces.$inferSelect & { jobState: JobState };

/** Pieces of a workspace that wait, of jobs that have not ended. */
export const waitingIn = (workspaceId: string): SQL | undefined =>
  and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.state, "waiting"), notInArray(jobs.state, [...ENDED]));

export const ofJob = and(eq(jobs.workspaceId, jobPieces.workspaceId), eq(jobs.id, jobPieces.jobId));

/** Slabs that are there to be cut, of their material's own thickness: no piece is ordered in another. */
export const thereOf = (workspaceId: string): SQL | undefined =>
  and(eq(slabs.workspaceId, workspaceId), eq(slabs.state, "available"), eq(slabs.thickness, materials.thickness));

export const ofMaterial = and(eq(materials.workspaceId, slabs.workspaceId), eq(materials.id, slabs.materialId));

/** The materials that pieces wait for, by name, and how many slabs of each are there. */
export const listPlanMaterials = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext) =>
  inWorkspace(async (tx) => {
    const country = await countryOf(tx, workspaceId);
    const there = tx
      .select({ materialId: slabs.materialId, total: count().as("there") })
      .from(slabs)
      .innerJoin(materials, ofMaterial)
      .where(thereOf(workspaceId))
      .groupBy(slabs.materialId)
      .as("there");
    const rows = await tx
      .select({ uid: materials.id, name: materials.name, category: materials.category, waiting: count(), slabs: there.total })
      .from(jobPieces)
      .innerJoin(jobs, ofJob)
      .innerJoin(materials, and(eq(materials.workspaceId, jobPieces.workspaceId), eq(materials.id, jobPieces.materialId)))
      .leftJoin(there, eq(there.materialId, materials.id))
      .where(waitingIn(workspaceId))
      .groupBy(materials.id, there.total)
      .orderBy(asc(sql`lower(${materials.name})`), asc(materials.id));
    return rows.map(({ category, ...row }) => ({ ...row, slabs: row.slabs ?? 0, banned: isBanned(country, category) }));
  });

/** The pieces that wait for a material, those due first before the others, and the slabs that are there for them. @throws AppError notFound */
export const viewWaiting = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, materialUid: string) =>
  inWorkspace(async (tx) => {
    const [material] = await tx
      .select({ id: materials.id })
      .from(materials)
      .where(rowIn(materials, workspaceId, materialUid));
    found(material);
    const wait = and(waitingIn(workspaceId), eq(jobPieces.materialId, materialUid));
    const pieces = await tx
      .select({
        uid: jobPieces.id,
        label: jobPieces.label,
        length: jobPieces.length,
        width: jobPieces.width,
        grain: jobPieces.grain,
        job: { uid: jobs.id, number: jobs.number, title: jobs.title, customer: customers.name, dueOn: jobs.dueOn },
      })
      .from(jobPieces)
      .innerJoin(jobs, ofJob)
      .innerJoin(customers, and(eq(customers.workspaceId, jobs.workspaceId), eq(customers.id, jobs.customerId)))
      .where(wait)
      .orderBy(asc(jobs.dueOn), asc(jobs.number), asc(jobPieces.position), asc(jobPieces.id))
      .limit(MOST_PIECES);
    const [waits] = await tx.select({ total: count() }).from(jobPieces).innerJoin(jobs, ofJob).where(wait);
    const there = and(thereOf(workspaceId), eq(slabs.materialId, materialUid));
    const rows = await tx
      .select({
        uid: slabs.id,
        serial: slabs.serial,
        length: slabs.length,
        width: slabs.width,
        bin: slabs.bin,
        remnant: slabs.remnant,
        defects: sql<number>`jsonb_array_length(${slabs.defects})`,
      })
      .from(slabs)
      .innerJoin(materials, ofMaterial)
      .where(there)
      .orderBy(desc(slabs.remnant), asc(slabs.createdAt), asc(slabs.id))
      .limit(MOST_SLABS);
    const [all] = await tx.select({ total: count() }).from(slabs).innerJoin(materials, ofMaterial).where(there);
    return { pieces, slabs: rows, total: { pieces: waits?.total ?? 0, slabs: all?.total ?? 0 } };
  });

const ROW = {
  uid: cutPlans.id,
  number: cutPlans.number,
  state: cutPlans.state,
  material: { uid: materials.id, name: materials.name },
  progress: cutPlans.progress,
  stopping: sql<boolean>`${cutPlans.stopping} > 0`,
  pieces: sql<number>`(select count(*)::int from cut_plan_pieces p where p.workspace_id = ${cutPlans.workspaceId} and p.plan_id = ${cutPlans.id})`,
  sheets: sql<number>`coalesce(jsonb_array_length(${cutPlans.plan}->'sheets'), 0)`,
  by: personName,
  version: cutPlans.version,
  createdAt: cutPlans.createdAt,
  cutAt: cutPlans.cutAt,
};

const rowsOf = (tx: Transaction, workspaceId: string) =>
  tx
    .select({ ...ROW, plan: cutPlans })
    .from(cutPlans)
    .innerJoin(materials, and(eq(materials.workspaceId, cutPlans.workspaceId), eq(materials.id, cutPlans.materialId)))
    .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, cutPlans.authorId)))
    .$dynamic();

const shownRow = <Row extends { createdAt: Date; cutAt: Date | null }>({ createdAt, cutAt, ...row }: Row) => ({
  ...row,
  createdAt: createdAt.toISOString(),
  cutAt: cutAt?.toISOString() ?? null,
});

/** A shop's plans, the latest first. */
export const listPlans = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { state, materialUid, page }: PlansInput) =>
  inWorkspace(async (tx) => {
    const scope = and(
      eq(cutPlans.workspaceId, workspaceId),
      state === undefined ? undefined : eq(cutPlans.state, state),
      materialUid === undefined ? undefined : eq(cutPlans.materialId, materialUid),
    );
    const rows = await tx
      .select(ROW)
      .from(cutPlans)
      .innerJoin(materials, and(eq(materials.workspaceId, cutPlans.workspaceId), eq(materials.id, cutPlans.materialId)))
      .leftJoin(workspacePeople, and(eq(workspacePeople.workspaceId, workspaceId), eq(workspacePeople.userId, cutPlans.authorId)))
      .where(scope)
      .orderBy(desc(cutPlans.createdAt), desc(cutPlans.id))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(cutPlans).where(scope);
    return { data: rows.map(shownRow), meta: { total: totals?.total ?? 0 } };
  });

/** The slabs that a plan may take, and the pieces that it is for with where their jobs stand, as they are now; held in the order of their ids where they are about to change. */
export async function materialsOfPlan(tx: Transaction, { workspaceId, id }: Pick<PlanRow, "workspaceId" | "id">, { lock = false } = {}) {
  const slabQuery = tx
    .select({ slab: slabs })
    .from(cutPlanSlabs)
    .innerJoin(slabs, and(eq(slabs.workspaceId, cutPlanSlabs.workspaceId), eq(slabs.id, cutPlanSlabs.slabId)))
    .where(and(eq(cutPlanSlabs.workspaceId, workspaceId), eq(cutPlanSlabs.planId, id)))
    .orderBy(asc(slabs.id));
  const slabRows = await (lock ? slabQuery.for("update", { of: slabs }) : slabQuery);
  const pieceQuery = tx
    .select({ piece: jobPieces, jobState: jobs.state })
    .from(cutPlanPieces)
    .innerJoin(jobPieces, and(eq(jobPieces.workspaceId, cutPlanPieces.workspaceId), eq(jobPieces.id, cutPlanPieces.pieceId)))
    .innerJoin(jobs, ofJob)
    .where(and(eq(cutPlanPieces.workspaceId, workspaceId), eq(cutPlanPieces.planId, id)))
    .orderBy(asc(jobPieces.id));
  const pieceRows = await (lock ? pieceQuery.for("update", { of: jobPieces }) : pieceQuery);
  return { slabs: slabRows.map(({ slab }) => slab), pieces: pieceRows.map(({ piece, jobState }): PieceRow => ({ ...piece, jobState })) };
}

/** What a planner and its validator are given. */
export const orderOf = (saw: CutOrder["saw"], of: { slabs: readonly SlabRow[]; pieces: readonly PieceRow[] }): CutOrder => ({
  sheets: of.slabs.map(({ id, length, width, defects, remnant, cost }) => ({ id, length, width, defects, remnant, cost })),
  pieces: of.pieces.map(({ id, length, width, grain }) => ({ id, length, width, grain })),
  saw,
});

/** Whether a plan that is neither cut nor thrown away can still be carried out: with slabs and pieces as they are, for jobs that go on. */
export function isStillValid(plan: PlanRow, of: { slabs: readonly SlabRow[]; pieces: readonly PieceRow[] }): boolean {
  if (!plan.plan || problemsOf(orderOf(plan.saw, of), plan.plan).length > 0) return false;
  const [slabState, pieceState] = plan.state === "approved" ? ["reserved", "planned"] : ["available", "waiting"];
  const [used, placed] = [new Set(plan.plan.sheets.map(({ sheetId }) => sheetId)), new Set(placedIn(plan.plan))];
  return (
    of.slabs.every(({ id, state, materialId }) => !used.has(id) || (state === slabState && materialId === plan.materialId)) &&
    of.pieces.every(
      ({ id, state, materialId, jobState }) =>
        !placed.has(id) || (state === pieceState && materialId === plan.materialId && !hasEnded(jobState)),
    )
  );
}

/** One plan as somebody of a role may see it, drawn with slabs as they are. @throws AppError notFound */
export async function planOf(tx: Transaction, { workspaceId, role }: WorkspaceContext["member"], publicUrl: string, uid: string) {
  const [one] = await rowsOf(tx, workspaceId).where(rowIn(cutPlans, workspaceId, uid));
  const { plan: row, ...shown } = found(one);
  const of = await materialsOfPlan(tx, row);
  const order = orderOf(row.saw, of);
  const { sheets, unplaced } = row.plan ?? { sheets: [], unplaced: [] };
  const plan = { sheets, unplaced };
  const known = new Map(of.slabs.map((slab) => [slab.id, slab]));
  const { sheets: perSheet, total } = figuresOf(order, plan);
  const costs = costsOf(order, plan);
  const jobIds = [...new Set(of.pieces.map(({ jobId }) => jobId))];
  const jobRows = await tx
    .select({ uid: jobs.id, number: jobs.number, title: jobs.title })
    .from(jobs)
    .where(and(eq(jobs.workspaceId, workspaceId), inArray(jobs.id, jobIds)))
    .orderBy(asc(jobs.number));
  const byJob = new Map(jobRows.map((job, at) => [job.uid, { job, at }]));
  const jobOfPiece = (piece: PieceRow) => found(byJob.get(piece.jobId));
  const ordered = of.pieces.toSorted((a, b) => jobOfPiece(a).at - jobOfPiece(b).at || a.position - b.position);
  const [material] = await tx
    .select({ grain: materials.grain })
    .from(materials)
    .where(rowIn(materials, workspaceId, row.materialId));
  const jobOf = new Map(of.pieces.map((piece) => [piece.id, piece.jobId]));
  const costOfPiece = new Map(costs.flatMap(({ pieces }) => pieces.map(({ pieceId, cost }) => [pieceId, cost])));
  /** What is worth money is not in the answer of who may not see it. */
  const worth = <Fields extends object>(fields: Fields): Partial<Fields> => (manages(role) ? fields : {});
  const placed = placedIn(plan);
  // What was cut is shown as it was: a piece may have been measured again since, to be cut anew.
  const cutSizes = row.state === "cut" ? sizesIn(plan) : new Map<string, never>();
  const { effort: _, ...saw } = row.saw;
  return {
    ...shownRow(shown),
    saw,
    grain: material?.grain ?? false,
    ordered: ordered.map((piece) => ({
      uid: piece.id,
      label: piece.label,
      ...(cutSizes.get(piece.id) ?? { length: piece.length, width: piece.width }),
      grain: piece.grain,
      job: jobOfPiece(piece).job,
      address: `${publicUrl}${jobHref(workspaceId, { uid: piece.jobId })}`,
    })),
    unplaced,
    cutSheets: sheets.map(({ sheetId, root }, at) => {
      const { id, serial, state, length, width, bin, remnant, defects, cost } = found(known.get(sheetId));
      const { sheetId: ____, ...figures } = found(perSheet[at]);
      const values = costs[at]?.remnants ?? [];
      let remnantAt = 0;
      return {
        slab: { uid: id, serial, state, length, width, bin, remnant, defects, ...worth({ cost }) },
        parts: drawn(root).map((part) => {
          if (part.is === "piece") return { ...part, ...worth({ cost: costOfPiece.get(part.pieceUid) }) };
          return part.is === "remnant" ? { ...part, ...worth({ value: values[remnantAt++]?.cost }) } : part;
        }),
        cuts: cutsOf(root),
        figures,
      };
    }),
    total: {
      ...total,
      opened: sheets.filter(({ sheetId }) => !known.get(sheetId)?.remnant).length,
      ...worth({
        cost: sumOf(sheets.map(({ sheetId }) => known.get(sheetId)?.cost ?? 0)),
        remnantValue: sumOf(costs.flatMap(({ remnants }) => remnants.map(({ cost }) => cost))),
      }),
    },
    jobs: jobRows.map((job) => {
      const ours = placed.filter((piece) => jobOf.get(piece) === job.uid);
      return { ...job, pieces: ours.length, ...worth({ cost: sumOf(ours.map((piece) => costOfPiece.get(piece) ?? 0)) }) };
    }),
    outdated: (row.state === "draft" || row.state === "approved") && !isStillValid(row, of),
  };
}

export const viewPlan = ({ inWorkspace, member, env }: WorkspaceContext, uid: string) =>
  inWorkspace((tx) => planOf(tx, member, env.publicUrl, uid));

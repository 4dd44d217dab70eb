import { and, asc, count, eq, inArray, sql } from "drizzle-orm";
import { found } from "@/lib/app-error";
import { PAGE_SIZE } from "@/lib/constants";
import { pageOffset } from "@/lib/page-math";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { cutPlanPieces, cutPlans, jobPieces, materials, pieceMoves } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { subjectOf } from "../queries";
import type { PieceDto } from "./dto";
import type { PiecesInput } from "./schema";

/** The plans that hold pieces, by the piece. One for which a plan had no room is held by none, though the plan is for it. */
export async function plansHolding(tx: Transaction, workspaceId: string, pieceIds: string[]): Promise<Map<string, PieceDto["plan"]>> {
  if (pieceIds.length === 0) return new Map();
  const rows = await tx
    .select({ pieceId: cutPlanPieces.pieceId, uid: cutPlans.id, number: cutPlans.number })
    .from(cutPlanPieces)
    .innerJoin(cutPlans, and(eq(cutPlans.workspaceId, cutPlanPieces.workspaceId), eq(cutPlans.id, cutPlanPieces.planId)))
    .where(
      and(
        eq(cutPlanPieces.workspaceId, workspaceId),
        inArray(cutPlanPieces.pieceId, pieceIds),
        eq(cutPlans.state, "approved"),
        sql`not ${cutPlans.plan}->'unplaced' @> to_jsonb(${cutPlanPieces.pieceId}::text)`,
      ),
    );
  return new Map(rows.map(({ pieceId, ...plan }) => [pieceId, plan]));
}

/** What was done with pieces by hand: how often each is cut anew, and why, last. */
async function movesOfPieces(tx: Transaction, workspaceId: string, pieceIds: string[]) {
  if (pieceIds.length === 0) return new Map<string, { recuts: number; reason: string }>();
  const rows = await tx
    .select({
      pieceId: pieceMoves.pieceId,
      recuts: sql`count(*) filter (where ${pieceMoves.from} = 'cut')`.mapWith(Number),
      reason: sql<string>`(array_agg(${pieceMoves.reason} order by ${pieceMoves.at} desc, ${pieceMoves.id} desc))[1]`,
    })
    .from(pieceMoves)
    .where(and(eq(pieceMoves.workspaceId, workspaceId), inArray(pieceMoves.pieceId, pieceIds)))
    .groupBy(pieceMoves.pieceId);
  return new Map(rows.map(({ pieceId, ...moves }) => [pieceId, moves]));
}

const rowsOf = (tx: Transaction) =>
  tx
    .select({
      uid: jobPieces.id,
      label: jobPieces.label,
      length: jobPieces.length,
      width: jobPieces.width,
      grain: jobPieces.grain,
      material: { uid: materials.id, name: materials.name },
      state: jobPieces.state,
      version: jobPieces.version,
    })
    .from(jobPieces)
    .leftJoin(materials, and(eq(materials.workspaceId, jobPieces.workspaceId), eq(materials.id, jobPieces.materialId)));

async function shown(tx: Transaction, workspaceId: string, rows: Awaited<ReturnType<typeof rowsOf>>): Promise<PieceDto[]> {
  const held = rows.flatMap(({ uid, state }) => (state === "planned" ? [uid] : []));
  const plans = await plansHolding(tx, workspaceId, held);
  const moves = await movesOfPieces(
    tx,
    workspaceId,
    rows.map(({ uid }) => uid),
  );
  return rows.map((row) => ({ ...row, plan: plans.get(row.uid) ?? null, ...(moves.get(row.uid) ?? { recuts: 0, reason: "" }) }));
}

/** The pieces of a job, as they were ordered, the first quote's first. @throws AppError notFound */
export const listPieces = ({ inWorkspace, member: { workspaceId } }: WorkspaceContext, { jobUid, page }: PiecesInput) =>
  inWorkspace(async (tx) => {
    await subjectOf(tx, workspaceId, { jobUid });
    const scope = and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.jobId, jobUid));
    const rows = await rowsOf(tx)
      .where(scope)
      .orderBy(asc(jobPieces.quoteId), asc(jobPieces.position))
      .limit(PAGE_SIZE)
      .offset(pageOffset(page));
    const [totals] = await tx.select({ total: count() }).from(jobPieces).where(scope);
    return { data: await shown(tx, workspaceId, rows), meta: { total: totals?.total ?? 0 } };
  });

/** One of them. @throws AppError notFound */
export async function pieceOf(tx: Transaction, workspaceId: string, uid: string): Promise<PieceDto> {
  const [row] = await shown(tx, workspaceId, await rowsOf(tx).where(rowIn(jobPieces, workspaceId, uid)));
  return found(row);
}

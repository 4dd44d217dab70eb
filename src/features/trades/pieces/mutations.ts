import { sql } from "drizzle-orm";
import { v7 as uuidv7 } from "uuid";
import { AppError, expectVersion, found, refusedAt } from "@/lib/app-error";
import { PIECE_FIELDS } from "@/lib/enums/trades-quotes";
import type { WorkspaceContext } from "@/server/api/workspace";
import type { Transaction } from "@/server/db/client";
import { jobPieces, jobs, pieceMoves } from "@/server/db/schema";
import { rowIn } from "@/server/db/workspace";
import { ofJob } from "../cut-plans/queries";
import { hasEnded } from "../cut-plans/rules";
import { publishToWorkspace } from "../events";
import { acting, recordEvent } from "../log/mutations";
import { pieceOf, plansHolding } from "./queries";
import { asksReason, mayEdit, pieceSteps, turnOf } from "./rules";
import type { PieceMoveInput, PieceSaveInput, PieceSeenInput } from "./schema";

type Row = typeof jobPieces.$inferSelect;

/**
 * A piece that is about to change, as whoever changes it saw it. That a plan holds it is said first: a plan that was agreed upon meanwhile
 * is what stands in the way, and not another hand.
 * @throws AppError notFound | piecePlanned | conflict with the piece as it is now | wrongState for a job that has ended
 */
async function lockSeen(tx: Transaction, { member: { workspaceId } }: WorkspaceContext, { uid, version }: PieceSeenInput): Promise<Row> {
  // Held before its pieces, as whoever cuts a plan holds them.
  const [job] = await tx
    .select({ state: jobs.state })
    .from(jobPieces)
    .innerJoin(jobs, ofJob)
    .where(rowIn(jobPieces, workspaceId, uid))
    .for("share", { of: jobs });
  const { state: jobState } = found(job);
  const [row] = await tx
    .select()
    .from(jobPieces)
    .where(rowIn(jobPieces, workspaceId, uid))
    .for("update");
  const piece = found(row);
  if (piece.state === "planned") {
    const plan = (await plansHolding(tx, workspaceId, [uid])).get(uid);
    throw plan ? new AppError("piecePlanned", { values: { number: plan.number } }) : new AppError("wrongState");
  }
  await expectVersion(piece, version, () => pieceOf(tx, workspaceId, uid));
  if (hasEnded(jobState)) throw new AppError("wrongState");
  return piece;
}

const change = (tx: Transaction, { workspaceId, id }: Row, set: Partial<Row>) =>
  tx
    .update(jobPieces)
    .set({ ...set, version: sql`${jobPieces.version} + 1` })
    .where(rowIn(jobPieces, workspaceId, id));

/**
 * Changes a piece that waits, as it was measured again. A plan that was worked out with another size cannot be agreed upon any more.
 * @throws AppError notFound | piecePlanned | conflict with the piece as it is now | wrongState for one that was cut or dropped, or of a job
 *   that has ended
 */
export const savePiece = (ctx: WorkspaceContext, { workspaceId, uid, version, ...fields }: PieceSaveInput) =>
  ctx.inWorkspace(async (tx) => {
    const before = await lockSeen(tx, ctx, { workspaceId, uid, version });
    if (!mayEdit(before.state)) throw new AppError("wrongState");
    await change(tx, before, fields);
    const changed = PIECE_FIELDS.filter((field) => before[field] !== fields[field]);
    await recordEvent(tx, acting(ctx), { action: "piece.edit", target: { kind: "piece", id: uid }, after: { fields: changed } });
    await publishToWorkspace(tx, workspaceId);
    return pieceOf(tx, workspaceId, uid);
  });

/**
 * Drops a piece, takes it in again, or has it cut anew. What it cost to cut it before stays with its job.
 * @throws AppError notFound | piecePlanned | conflict with the piece as it is now | wrongState for what nobody does by hand, or of a job that
 *   has ended | invalidInput without a word why
 */
export const movePiece = (ctx: WorkspaceContext, { workspaceId, uid, version, to, reason }: PieceMoveInput) =>
  ctx.inWorkspace(async (tx) => {
    const before = await lockSeen(tx, ctx, { workspaceId, uid, version });
    const from = before.state;
    if (!pieceSteps.can(from, to, "manager")) throw new AppError("wrongState");
    if (asksReason(turnOf(from, to)) && reason === "") throw refusedAt(["reason"], "required");
    await change(tx, before, { state: to });
    await tx.insert(pieceMoves).values({ id: uuidv7(), pieceId: uid, from, to, reason, ...acting(ctx) });
    await recordEvent(tx, acting(ctx), {
      action: "piece.move",
      target: { kind: "piece", id: uid },
      before: { state: from },
      after: { state: to },
    });
    await publishToWorkspace(tx, workspaceId);
    return pieceOf(tx, workspaceId, uid);
  });

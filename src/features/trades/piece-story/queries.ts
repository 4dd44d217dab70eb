import { and, desc, eq, sql } from "drizzle-orm";
import type { PieceField } from "@/lib/enums/trades-quotes";
import { exactly, olderThan } from "@/server/db/keyset";
import { jobPieces, pieceMoves, workspaceEvents } from "@/server/db/schema";
import { turnOf } from "../pieces/rules";
import { LATEST, LOGGED, loggedOf, type Source } from "../story/queries";

/** What a piece is known by, as it is now. */
const PIECE = { label: jobPieces.label, length: jobPieces.length, width: jobPieces.width };

const turns: Source = async (tx, { workspaceId, jobId }, limit, until) => {
  const rows = await tx
    .select({
      uid: pieceMoves.id,
      at: exactly(pieceMoves.at),
      by: pieceMoves.actorId,
      from: pieceMoves.from,
      to: pieceMoves.to,
      reason: pieceMoves.reason,
      piece: PIECE,
    })
    .from(jobPieces)
    .innerJoin(pieceMoves, and(eq(pieceMoves.workspaceId, jobPieces.workspaceId), eq(pieceMoves.pieceId, jobPieces.id)))
    .where(and(eq(jobPieces.workspaceId, workspaceId), eq(jobPieces.jobId, jobId), olderThan(pieceMoves.at, pieceMoves.id, until)))
    .orderBy(desc(pieceMoves.at), desc(pieceMoves.id))
    .limit(limit);
  return rows.map(({ uid, at, by, from, to, reason, piece }) => ({
    at,
    by,
    entry: { uid, kind: "piece", turn: turnOf(from, to), reason, ...piece },
  }));
};

/** One that was saved as it stood is of no interest. */
const edits: Source = async (tx, about, limit, until) => {
  const { after } = workspaceEvents;
  const logged = await loggedOf(tx, "piece", jobPieces, about, ["piece.edit"], until);
  const rows = await tx
    .select({ ...LOGGED, piece: PIECE, fields: sql<PieceField[]>`${after}->'fields'` })
    .from(workspaceEvents)
    .innerJoin(jobPieces, logged.of)
    .where(and(logged.where, sql`jsonb_array_length(${after}->'fields') > 0`))
    .orderBy(...LATEST)
    .limit(limit);
  return rows.map(({ uid, at, by, fields, piece }) => ({ at, by, entry: { uid, kind: "pieceEdited", fields, ...piece } }));
};

/** What became of a job's pieces by hand; what plans do with them, the costs tell. */
export const PIECE_STORY: Source[] = [turns, edits];

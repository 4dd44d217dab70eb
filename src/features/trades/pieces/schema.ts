import { z } from "zod";
import { PIECE_STATES } from "@/lib/enums/trades-quotes";
import { id, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { JOB } from "../jobs/rules";
import { orderedPiece } from "../quotes/schema";

export const piecesInput = workspaceInput.extend({ jobUid: id, ...pageInput.shape });
export type PiecesInput = z.infer<typeof piecesInput>;

const pieceSeenInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type PieceSeenInput = z.infer<typeof pieceSeenInput>;

/** It measures what a quote can ask for. */
export const pieceFields = orderedPiece.pick({ label: true, length: true, width: true, grain: true });
export type PieceFields = z.infer<typeof pieceFields>;

export const pieceSaveInput = pieceSeenInput.extend(pieceFields.shape);
export type PieceSaveInput = z.infer<typeof pieceSaveInput>;

export const pieceMoveInput = pieceSeenInput.extend({ to: z.enum(PIECE_STATES), reason: textField(JOB.reason).default("") });
export type PieceMoveInput = z.infer<typeof pieceMoveInput>;

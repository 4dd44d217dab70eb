import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { pieceDto } from "./dto";
import { movePiece, savePiece } from "./mutations";
import { listPieces } from "./queries";
import { pieceMoveInput, pieceSaveInput, piecesInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/piece";

export const piecesRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "The pieces of a job, and what became of each" }))
    .input(piecesInput)
    .output(listOf(pieceDto))
    .query(({ ctx, input }) => listPieces(ctx, input)),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Change a piece that waits, as it was measured again", once: true }))
    .input(pieceSaveInput)
    .output(dataOf(pieceDto))
    .mutation(async ({ ctx, input }) => ({ data: await savePiece(ctx, input) })),

  move: managerProcedure
    .meta(rest("POST", `${P}/move`, { tag, summary: "Drop a piece, take it in again, or have it cut anew", once: true }))
    .input(pieceMoveInput)
    .output(dataOf(pieceDto))
    .mutation(async ({ ctx, input }) => ({ data: await movePiece(ctx, input) })),
});

import { uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { begunDto, importDetailDto, importDto, importRowDto, receivedDto } from "./dto";
import { beginImport, checkAgain, forgetImport, orderImport, takePiece } from "./mutations";
import { getImport, listImportRows, listImports } from "./queries";
import { beginInput, listInput, pieceInput, rowsInput } from "./schema";

const tag = "Administration";
const A = "/api/admin/import";

export const importsRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${A}/get`, { tag, summary: "Own files of a kind of content of the last week, the newest first" }))
    .input(listInput)
    .output(listOf(importDto))
    .query(({ ctx, input }) => listImports(ctx, input)),

  view: adminProcedure
    .meta(rest("POST", `${A}/view`, { tag, summary: "An own file: how far it is, and how many of its rows do what" }))
    .input(uidInput)
    .output(dataOf(importDetailDto))
    .query(async ({ ctx, input }) => ({ data: await getImport(ctx, input.uid) })),

  rows: adminProcedure
    .meta(rest("POST", `${A}/row/get`, { tag, summary: "What the rows of an own file do" }))
    .input(rowsInput)
    .output(listOf(importRowDto))
    .query(({ ctx, input }) => listImportRows(ctx, input)),

  begin: adminProcedure
    .meta(
      rest("POST", `${A}/begin`, {
        tag,
        summary: "Begin to send a file of some content",
        description:
          "The file follows in pieces. Once it is whole it is read and compared with what is there; nothing changes before that is ordered.",
        creates: true,
      }),
    )
    .input(beginInput)
    .output(dataOf(begunDto))
    .mutation(async ({ ctx, input }) => ({ data: { uid: await beginImport(ctx, input) } })),

  piece: adminProcedure
    .meta(rest("POST", `${A}/piece`, { tag, summary: "Send a piece of a file in base64; the answer says where the next one begins" }))
    .input(pieceInput)
    .output(dataOf(receivedDto))
    .mutation(async ({ ctx, input }) => ({ data: { received: await takePiece(ctx, input) } })),

  again: adminProcedure
    .meta(rest("POST", `${A}/again`, { tag, summary: "Compare a file anew with what is there now", once: true }))
    .input(uidInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await checkAgain(ctx, input.uid);
      return DONE;
    }),

  order: adminProcedure
    .meta(rest("POST", `${A}/order`, { tag, summary: "Do what a file says: all of it, or nothing", once: true }))
    .input(uidInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await orderImport(ctx, input.uid);
      return DONE;
    }),

  forget: adminProcedure
    .meta(rest("POST", `${A}/forget`, { tag, summary: "Forget a file; what it has changed stays", once: true }))
    .input(uidInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await forgetImport(ctx, input.uid);
      return DONE;
    }),
});

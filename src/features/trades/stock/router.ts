import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { stockItemDto, stockItemViewDto, stockMovesDto } from "./dto";
import { issueStock, loseStock, receiveStock, returnStock, saveItem } from "./mutations";
import { listMoves, listStock, viewItem } from "./queries";
import { stockInput, stockIssueInput, stockItemInput, stockLoseInput, stockMovesInput, stockReceiveInput, stockSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/stock";

export const stockRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What a workspace keeps, by name; values for those who manage it" }))
    .input(stockInput)
    .output(listOf(stockItemDto))
    .query(({ ctx, input }) => listStock(ctx, input)),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One item of the stock; its value for those who manage the workspace" }))
    .input(stockItemInput)
    .output(dataOf(stockItemViewDto))
    .query(async ({ ctx, input }) => ({ data: await viewItem(ctx, input.uid) })),

  moves: memberProcedure
    .meta(rest("GET", `${P}/moves/get`, { tag, summary: "All that changed an item of the stock, the latest first" }))
    .input(stockMovesInput)
    .output(stockMovesDto)
    .query(({ ctx, input }) => listMoves(ctx, input)),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep an item of the stock, or with uid and version change one", creates: true }))
    .input(stockSaveInput)
    .output(dataOf(stockItemDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveItem(ctx, input) })),

  receive: managerProcedure
    .meta(rest("POST", `${P}/receive`, { tag, summary: "Take in what came, and what it cost", creates: true }))
    .input(stockReceiveInput)
    .output(dataOf(stockItemDto))
    .mutation(async ({ ctx, input }) => ({ data: await receiveStock(ctx, input) })),

  issue: memberProcedure
    .meta(rest("POST", `${P}/issue`, { tag, summary: "Take something for a job", creates: true }))
    .input(stockIssueInput)
    .output(dataOf(stockItemDto))
    .mutation(async ({ ctx, input }) => ({ data: await issueStock(ctx, input) })),

  giveBack: memberProcedure
    .meta(rest("POST", `${P}/return`, { tag, summary: "Put back what a job did not need", creates: true }))
    .input(stockIssueInput)
    .output(dataOf(stockItemDto))
    .mutation(async ({ ctx, input }) => ({ data: await returnStock(ctx, input) })),

  lose: managerProcedure
    .meta(rest("POST", `${P}/lose`, { tag, summary: "Write off what broke or was lost", creates: true }))
    .input(stockLoseInput)
    .output(dataOf(stockItemDto))
    .mutation(async ({ ctx, input }) => ({ data: await loseStock(ctx, input) })),
});

import { dataOf, listOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { slabDto, slabHistoryDto, slabKinDto, slabLabelsDto, slabOffersDto, slabRowDto } from "./dto";
import { breakSlab, markDefect, moveSlab, placeSlab, saveSlab } from "./mutations";
import { listSlabs, viewHistory, viewKin, viewLabels, viewOffers, viewSlab } from "./queries";
import {
  slabBreakInput,
  slabHistoryInput,
  slabLabelsInput,
  slabMarkInput,
  slabMoveInput,
  slabOfInput,
  slabPlaceInput,
  slabSaveInput,
  slabsInput,
} from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/slab";

export const slabsRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's slabs, those that fit what is asked for; costs for those who manage it" }))
    .input(slabsInput)
    .output(listOf(slabRowDto))
    .query(({ ctx, input }) => listSlabs(ctx, input)),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One slab; its cost for those who manage the workspace" }))
    .input(slabOfInput)
    .output(dataOf(slabDto))
    .query(async ({ ctx, input }) => ({ data: await viewSlab(ctx, input.uid) })),

  offers: memberProcedure
    .meta(rest("GET", `${P}/offers/get`, { tag, summary: "What the next slab could be called, and where slabs stand" }))
    .input(workspaceInput)
    .output(dataOf(slabOffersDto))
    .query(async ({ ctx }) => ({ data: await viewOffers(ctx) })),

  kin: memberProcedure
    .meta(rest("GET", `${P}/family/get`, { tag, summary: "What a slab was cut of, and what was cut of it" }))
    .input(slabOfInput)
    .output(dataOf(slabKinDto))
    .query(async ({ ctx, input }) => ({ data: await viewKin(ctx, input.uid) })),

  history: memberProcedure
    .meta(rest("GET", `${P}/history/get`, { tag, summary: "What happened to a slab, the latest first" }))
    .input(slabHistoryInput)
    .output(slabHistoryDto)
    .query(({ ctx, input }) => viewHistory(ctx, input)),

  labels: memberProcedure
    .meta(rest("GET", `${P}/label/get`, { tag, summary: "What labels of slabs say, and the address that their code leads to" }))
    .input(slabLabelsInput)
    .output(dataOf(slabLabelsDto))
    .query(async ({ ctx, input }) => ({ data: await viewLabels(ctx, input) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Keep a slab, or with uid and version change one",
        description: "Defects lie within its length and width.",
        creates: true,
      }),
    )
    .input(slabSaveInput)
    .output(dataOf(slabDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveSlab(ctx, input) })),

  move: managerProcedure
    .meta(rest("POST", `${P}/move`, { tag, summary: "Move a slab to another state by hand", once: true }))
    .input(slabMoveInput)
    .output(dataOf(slabDto))
    .mutation(async ({ ctx, input }) => ({ data: await moveSlab(ctx, input) })),

  place: memberProcedure
    .meta(rest("POST", `${P}/place`, { tag, summary: "Say where a slab stands now", once: true }))
    .input(slabPlaceInput)
    .output(dataOf(slabDto))
    .mutation(async ({ ctx, input }) => ({ data: await placeSlab(ctx, input) })),

  mark: memberProcedure
    .meta(rest("POST", `${P}/defect/save`, { tag, summary: "Mark what is the matter with a slab", creates: true }))
    .input(slabMarkInput)
    .output(dataOf(slabDto))
    .mutation(async ({ ctx, input }) => ({ data: await markDefect(ctx, input) })),

  break: managerProcedure
    .meta(rest("POST", `${P}/break`, { tag, summary: "Break a slab into remnants, which bear what it cost", creates: true }))
    .input(slabBreakInput)
    .output(dataOf(slabDto))
    .mutation(async ({ ctx, input }) => ({ data: await breakSlab(ctx, input) })),
});

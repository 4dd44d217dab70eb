import { z } from "zod";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { budgetDto, costDto, marginRowDto } from "./dto";
import { deleteCost, saveCost } from "./mutations";
import { listCosts, listMargins, viewBudget } from "./queries";
import { budgetInput, costDeleteInput, costSaveInput, jobCostsInput, marginsInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/cost";

export const costsRouter = router({
  list: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What a job has cost, the latest first" }))
    .input(jobCostsInput)
    .output(listOf(costDto))
    .query(({ ctx, input }) => listCosts(ctx, input)),

  budget: managerProcedure
    .meta(rest("GET", `${P}/budget/get`, { tag, summary: "What a job was to cost by its quotes, and what it has cost" }))
    .input(budgetInput)
    .output(dataOf(budgetDto))
    .query(async ({ ctx, input }) => ({ data: await viewBudget(ctx, input.jobUid) })),

  margins: managerProcedure
    .meta(rest("GET", `${P}/margin/get`, { tag, summary: "What remains of what jobs bring in" }))
    .input(marginsInput)
    .output(listOf(marginRowDto))
    .query(({ ctx, input }) => listMargins(ctx, input)),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Write down what a job cost, or with uid and version change it", creates: true }))
    .input(costSaveInput)
    .output(dataOf(costDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveCost(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Take back what was written down", once: true }))
    .input(costDeleteInput)
    .output(dataOf(z.object({ deleted: z.literal(true) })))
    .mutation(async ({ ctx, input }) => {
      await deleteCost(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

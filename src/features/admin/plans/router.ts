import { holdersNow } from "@/features/subscription/queries";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, superProcedure } from "@/server/api/trpc";
import { holdersDto, impactDto, pricesDto } from "./dto";
import { impactOf, listPrices } from "./queries";
import { impactInput } from "./schema";

const tag = "Administration";
const P = "/api/super/admin/plan";

export const plansRouter = router({
  prices: superProcedure
    .meta(rest("GET", `${P}/price/get`, { tag, summary: "Every offer with its price now, or without one" }))
    .output(dataOf(pricesDto))
    .query(async ({ ctx }) => ({ data: await listPrices(ctx) })),

  holders: superProcedure
    .meta(rest("GET", `${P}/holder/get`, { tag, summary: "How many people have each plan now, paid for or given" }))
    .output(dataOf(holdersDto))
    .query(async ({ ctx }) => ({ data: await holdersNow(ctx) })),

  impact: superProcedure
    .meta(rest("POST", `${P}/impact/view`, { tag, summary: "How many people would be above limits that are thought of" }))
    .input(impactInput)
    .output(dataOf(impactDto))
    .query(async ({ ctx, input }) => ({ data: await impactOf(ctx, input) })),
});

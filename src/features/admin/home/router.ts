import { dataOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { figureDto, healthDto, revenueDto, waitingDto } from "./dto";
import { getFigure, getHealth, getRevenue, whatWaits } from "./queries";
import { figureInput, revenueInput } from "./schema";

const tag = "Administration";
const P = "/api/admin/home";

export const homeRouter = router({
  waiting: adminProcedure
    .meta(rest("GET", `${P}/waiting/get`, { tag, summary: "How much waits for a person" }))
    .output(dataOf(waitingDto))
    .query(async ({ ctx }) => ({ data: await whatWaits(ctx) })),

  figure: adminProcedure
    .meta(rest("GET", `${P}/figure/get`, { tag, summary: "How much of something there was on each of the last 30 days" }))
    .input(figureInput)
    .output(dataOf(figureDto))
    .query(async ({ ctx, input }) => ({ data: await getFigure(ctx, input) })),

  revenue: adminProcedure
    .meta(rest("GET", `${P}/revenue/get`, { tag, summary: "What was paid on each of the last 30 days, less refunds" }))
    .input(revenueInput)
    .output(dataOf(revenueDto))
    .query(async ({ ctx, input }) => ({ data: await getRevenue(ctx, input) })),

  health: adminProcedure
    .meta(rest("GET", `${P}/health/get`, { tag, summary: "Whether what runs beside the pages runs" }))
    .output(dataOf(healthDto))
    .query(async ({ ctx }) => ({ data: await getHealth(ctx) })),
});

import { SAMPLE_ID } from "@/lib/fields";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { memberProcedure } from "@/server/api/workspace";
import { reserveInput } from "../stock/schema";
import { reservationDto, stockOfJobDto } from "./dto";
import { issueReserved, releaseStock, reserveStock } from "./mutations";
import { listReservations, stockOfJob } from "./queries";
import { issueReservedInput, releaseInput, reservationsInput, stockOfJobInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/reservation";

export const reservationsRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What is put aside of an item of the stock, the latest first" }))
    .input(reservationsInput)
    .output(listOf(reservationDto))
    .query(({ ctx, input }) => listReservations(ctx, input)),

  ofJob: memberProcedure
    .meta(rest("GET", `${P}/job/get`, { tag, summary: "What stock is put aside for a job, and what was taken for it" }))
    .input(stockOfJobInput)
    .output(dataOf(stockOfJobDto))
    .query(async ({ ctx, input }) => ({ data: await stockOfJob(ctx, input.jobUid) })),

  save: memberProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Put some of the stock aside",
        description: "For the job `jobUid`, or for something else that `note` says.",
        example: { workspaceId: SAMPLE_ID, itemUid: SAMPLE_ID, quantity: 2000, jobUid: SAMPLE_ID },
        creates: true,
      }),
    )
    .input(reserveInput)
    .output(dataOf(reservationDto))
    .mutation(async ({ ctx, input }) => ({ data: await reserveStock(ctx, input) })),

  release: memberProcedure
    .meta(rest("POST", `${P}/release`, { tag, summary: "Let go of what was put aside", once: true }))
    .input(releaseInput)
    .output(dataOf(reservationDto))
    .mutation(async ({ ctx, input }) => ({ data: await releaseStock(ctx, input) })),

  issue: memberProcedure
    .meta(rest("POST", `${P}/issue`, { tag, summary: "Take what was put aside, for its job", once: true }))
    .input(issueReservedInput)
    .output(dataOf(reservationDto))
    .mutation(async ({ ctx, input }) => ({ data: await issueReserved(ctx, input) })),
});

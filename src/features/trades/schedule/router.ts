import { dataOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { goneDto } from "../resources/dto";
import { bookingDto, freeDto, jobScheduleDto, scheduleDto } from "./dto";
import { deleteBooking, saveBooking } from "./mutations";
import { findFree, viewJobSchedule, viewSchedule } from "./queries";
import { LONGEST_BOOKING_DAYS } from "./rules";
import { bookingDeleteInput, bookingSaveInput, jobScheduleInput, nextFreeInput, scheduleInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/schedule";

export const scheduleRouter = router({
  view: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What is booked on some days, and who is away then" }))
    .input(scheduleInput)
    .output(dataOf(scheduleDto))
    .query(async ({ ctx, input }) => ({ data: await viewSchedule(ctx, input) })),

  ofJob: memberProcedure
    .meta(rest("GET", `${P}/job/get`, { tag, summary: "When a job is booked, the latest first" }))
    .input(jobScheduleInput)
    .output(dataOf(jobScheduleDto))
    .query(async ({ ctx, input }) => ({ data: await viewJobSchedule(ctx, input.jobUid) })),

  nextFree: managerProcedure
    .meta(rest("POST", `${P}/free/get`, { tag, summary: "The first time at which all these resources work and are free" }))
    .input(nextFreeInput)
    .output(dataOf(freeDto))
    .mutation(async ({ ctx, input }) => ({ data: await findFree(ctx, input) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/booking/save`, {
        tag,
        summary: "Book resources for a time, or with uid and version move a booking",
        description: `It ends later than it starts, and after ${LONGEST_BOOKING_DAYS} days at most.`,
        creates: true,
      }),
    )
    .input(bookingSaveInput)
    .output(dataOf(bookingDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveBooking(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/booking/delete`, { tag, summary: "Cancel a booking", once: true }))
    .input(bookingDeleteInput)
    .output(dataOf(goneDto))
    .mutation(async ({ ctx, input }) => {
      await deleteBooking(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

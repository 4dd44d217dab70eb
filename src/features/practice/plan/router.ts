import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { forecastDto, leftOutDto, planChoiceDto, planDateDto, planDto, planSettingsDto } from "./dto";
import { choose, saveSettings } from "./mutations";
import { getForecast, getPlan, getSettings, listDates, listLeftOut } from "./queries";
import { leftOutInput, planChoiceInput, planDatesInput, planInput, planSettingsInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/plan";

export const planRouter = router({
  today: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What to practise today, each question with its reason" }))
    .input(planInput)
    .output(dataOf(planDto))
    .query(async ({ ctx, input }) => ({ data: await getPlan(ctx, input.timeZone) })),

  forecast: userProcedure
    .meta(rest("GET", `${P}/forecast/get`, { tag, summary: "The coming two weeks of the plan" }))
    .input(planInput)
    .output(dataOf(forecastDto))
    .query(async ({ ctx, input }) => ({ data: await getForecast(ctx, input.timeZone) })),

  dates: userProcedure
    .meta(rest("POST", `${P}/date/get`, { tag, summary: "When questions come again that were rated, the soonest first: of up to ten" }))
    .input(planDatesInput)
    .output(listOf(planDateDto))
    .query(({ ctx, input }) => listDates(ctx, input)),

  settings: userProcedure
    .meta(rest("GET", `${P}/settings/get`, { tag, summary: "What one's plan is set to" }))
    .output(dataOf(planSettingsDto))
    .query(async ({ ctx }) => ({ data: await getSettings(ctx.db, ctx.actor) })),

  saveSettings: userProcedure
    .meta(rest("POST", `${P}/settings/save`, { tag, summary: "Change what is given of the plan's settings" }))
    .input(planSettingsInput)
    .output(dataOf(planSettingsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveSettings(ctx, input) })),

  choose: userProcedure
    .meta(rest("POST", `${P}/question/save`, { tag, summary: "Put a question off until tomorrow, leave it out, or take that back" }))
    .input(planChoiceInput)
    .output(dataOf(planChoiceDto))
    .mutation(async ({ ctx, input }) => ({ data: await choose(ctx, input) })),

  leftOut: userProcedure
    .meta(rest("GET", `${P}/question/left-out/get`, { tag, summary: "Questions that are left out of the plan, the last chosen first" }))
    .input(leftOutInput)
    .output(listOf(leftOutDto))
    .query(({ ctx, input }) => listLeftOut(ctx, input.page)),
});

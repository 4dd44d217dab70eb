import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { rest, router, userProcedure } from "@/server/api/trpc";
import { deletedDto } from "../dto";
import { listedSimulationDto, reportDto, simulationDto } from "./dto";
import { beginPlace, deleteSimulation, finishSimulation, leaveSimulation, planSimulation, startSimulation } from "./mutations";
import { getReport, getRunning, getSimulation, listSimulations } from "./queries";
import { beginInput, deleteInput, planInput, simulationOfInput } from "./schema";

const tag = "Practice";
const P = "/api/user/personalization/practice/simulation";

export const simulationRouter = router({
  list: userProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Own simulations that were started, newest first" }))
    .input(pageInput)
    .output(listOf(listedSimulationDto))
    .query(({ ctx, input }) => listSimulations(ctx, input.page)),

  running: userProcedure
    .meta(rest("GET", `${P}/running/get`, { tag, summary: "The simulation that is under way, or null" }))
    .output(dataOf(simulationDto.nullable()))
    .query(async ({ ctx }) => ({ data: await getRunning(ctx) })),

  get: userProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "An own simulation; its questions show once they were given out" }))
    .input(simulationOfInput)
    .output(dataOf(simulationDto))
    .query(async ({ ctx, input }) => ({ data: await getSimulation(ctx, input.uid) })),

  report: userProcedure
    .meta(rest("GET", `${P}/report/get`, { tag, summary: "What became of an own simulation that is over" }))
    .input(simulationOfInput)
    .output(dataOf(reportDto))
    .query(async ({ ctx, input }) => ({ data: await getReport(ctx, input.uid) })),

  plan: userProcedure
    .meta(
      rest("POST", `${P}/plan`, {
        tag,
        summary: "Draw the questions of a simulation",
        description: "In a random order that stays. What was drawn before and never started is thrown away.",
        creates: true,
      }),
    )
    .input(planInput)
    .output(dataOf(simulationDto))
    .mutation(async ({ ctx, input }) => ({ data: await planSimulation(ctx, input) })),

  start: userProcedure
    .meta(rest("POST", `${P}/start`, { tag, summary: "Start a simulation that was drawn" }))
    .input(simulationOfInput)
    .output(dataOf(simulationDto))
    .mutation(async ({ ctx, input }) => ({ data: await startSimulation(ctx, input.uid) })),

  begin: userProcedure
    .meta(
      rest("POST", `${P}/question/begin`, {
        tag,
        summary: "Give out the next question, whose clocks run from here",
        description: "Its take follows as a practice answer record with `simulation`.",
      }),
    )
    .input(beginInput)
    .output(dataOf(simulationDto))
    .mutation(async ({ ctx, input }) => ({ data: await beginPlace(ctx, input) })),

  finish: userProcedure
    .meta(rest("POST", `${P}/finish`, { tag, summary: "End a simulation in which every question was given out" }))
    .input(simulationOfInput)
    .output(dataOf(simulationDto))
    .mutation(async ({ ctx, input }) => ({ data: await finishSimulation(ctx, input.uid) })),

  leave: userProcedure
    .meta(rest("POST", `${P}/leave`, { tag, summary: "End a simulation before its last question" }))
    .input(simulationOfInput)
    .output(dataOf(simulationDto))
    .mutation(async ({ ctx, input }) => ({ data: await leaveSimulation(ctx, input.uid) })),

  delete: userProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete an own simulation, and its answers if asked", once: true }))
    .input(deleteInput)
    .output(dataOf(deletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteSimulation(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

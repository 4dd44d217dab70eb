import { dataOf, listOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { cutPlan } from "../sawing/mutations";
import { planDto, planMaterialsDto, planRowDto, waitingDto } from "./dto";
import { approvePlan, discardPlan, startPlan, stopPlan } from "./mutations";
import { listPlanMaterials, listPlans, viewPlan, viewWaiting } from "./queries";
import { planOfInput, planSeenInput, planStartInput, plansInput, waitingInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/plan";

export const cutPlansRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's cut plans, the latest first" }))
    .input(plansInput)
    .output(listOf(planRowDto))
    .query(({ ctx, input }) => listPlans(ctx, input)),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One cut plan, with all its cuts" }))
    .input(planOfInput)
    .output(dataOf(planDto))
    .query(async ({ ctx, input }) => ({ data: await viewPlan(ctx, input.uid) })),

  materials: managerProcedure
    .meta(rest("GET", `${P}/material/get`, { tag, summary: "The materials that pieces wait for" }))
    .input(workspaceInput)
    .output(dataOf(planMaterialsDto))
    .query(async ({ ctx }) => ({ data: await listPlanMaterials(ctx) })),

  waiting: managerProcedure
    .meta(rest("GET", `${P}/waiting/get`, { tag, summary: "The pieces that wait for a material, and the slabs that are there for them" }))
    .input(waitingInput)
    .output(dataOf(waitingDto))
    .query(async ({ ctx, input }) => ({ data: await viewWaiting(ctx, input.materialUid) })),

  start: managerProcedure
    .meta(rest("POST", `${P}/start`, { tag, summary: "Have a cut plan worked out", creates: true }))
    .input(planStartInput)
    .output(dataOf(planDto))
    .mutation(async ({ ctx, input }) => ({ data: await startPlan(ctx, input) })),

  stop: managerProcedure
    .meta(rest("POST", `${P}/stop`, { tag, summary: "Take the best plan that was found so far" }))
    .input(planOfInput)
    .output(dataOf(planDto))
    .mutation(async ({ ctx, input }) => ({ data: await stopPlan(ctx, input.uid) })),

  discard: managerProcedure
    .meta(rest("POST", `${P}/discard`, { tag, summary: "Throw a cut plan away, and free what it holds", once: true }))
    .input(planSeenInput)
    .output(dataOf(planDto))
    .mutation(async ({ ctx, input }) => ({ data: await discardPlan(ctx, input) })),

  approve: managerProcedure
    .meta(rest("POST", `${P}/approve`, { tag, summary: "Agree upon a cut plan, and hold its slabs for it", once: true }))
    .input(planSeenInput)
    .output(dataOf(planDto))
    .mutation(async ({ ctx, input }) => ({ data: await approvePlan(ctx, input) })),

  cut: memberProcedure
    .meta(rest("POST", `${P}/cut`, { tag, summary: "Write down that a cut plan was cut", once: true }))
    .input(planSeenInput)
    .output(dataOf(planDto))
    .mutation(async ({ ctx, input }) => ({ data: await cutPlan(ctx, input) })),
});

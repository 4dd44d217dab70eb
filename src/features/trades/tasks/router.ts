import { dataOf, listOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { checkTask, moveTask } from "../task-steps/mutations";
import { dayDto, taskCheckedDto, taskDeletedDto, taskDto, tasksDto } from "./dto";
import { deleteTask, orderTask, saveTask } from "./mutations";
import { listJobTasks, listTasks, viewDay, viewTask } from "./queries";
import {
  jobTasksInput,
  taskCheckInput,
  taskDeleteInput,
  taskMoveInput,
  taskOfInput,
  taskOrderInput,
  taskSaveInput,
  tasksInput,
} from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/task";

export const tasksRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's tasks, those that fit what is asked for" }))
    .input(tasksInput)
    .output(listOf(taskDto))
    .query(({ ctx, input }) => listTasks(ctx, input)),

  day: memberProcedure
    .meta(rest("GET", `${P}/day/get`, { tag, summary: "What one is to do in a workspace, and what one has done today" }))
    .input(workspaceInput)
    .output(dataOf(dayDto))
    .query(async ({ ctx }) => ({ data: await viewDay(ctx) })),

  ofJob: memberProcedure
    .meta(rest("GET", `${P}/job/get`, { tag, summary: "A job's tasks in their order" }))
    .input(jobTasksInput)
    .output(dataOf(tasksDto))
    .query(async ({ ctx, input }) => ({ data: await listJobTasks(ctx, input.jobUid) })),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One task with its list and what it needs" }))
    .input(taskOfInput)
    .output(dataOf(taskDto))
    .query(async ({ ctx, input }) => ({ data: await viewTask(ctx, input.uid) })),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Make a task, or with uid and version change one", creates: true }))
    .input(taskSaveInput)
    .output(dataOf(taskDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveTask(ctx, input) })),

  move: memberProcedure
    .meta(
      rest("POST", `${P}/move`, {
        tag,
        summary: "Take a step with a task, once however often it is sent",
        description: "A task that is `blocked` needs a `reason`.",
      }),
    )
    .input(taskMoveInput)
    .output(dataOf(taskDto))
    .mutation(async ({ ctx, input }) => ({ data: await moveTask(ctx, input) })),

  check: memberProcedure
    .meta(rest("POST", `${P}/check`, { tag, summary: "Tick a line of a task, or take the tick back" }))
    .input(taskCheckInput)
    .output(dataOf(taskCheckedDto))
    .mutation(async ({ ctx, input }) => ({ data: await checkTask(ctx, input) })),

  order: managerProcedure
    .meta(rest("POST", `${P}/order`, { tag, summary: "Give a task another place among its job's", once: true }))
    .input(taskOrderInput)
    .output(dataOf(taskDto))
    .mutation(async ({ ctx, input }) => ({ data: await orderTask(ctx, input) })),

  delete: managerProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a task with its list, for good", once: true }))
    .input(taskDeleteInput)
    .output(dataOf(taskDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteTask(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

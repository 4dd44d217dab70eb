import { dataOf, listOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { timelineDto } from "../timeline/dto";
import { boardDto, jobDto, jobRowDto, jobWordsDto } from "./dto";
import { moveJob, saveJob, saveWords } from "./mutations";
import { listJobs, viewBoard, viewJob, viewTimeline, viewWords } from "./queries";
import { jobMoveInput, jobOfInput, jobSaveInput, jobsInput, jobTimelineInput, jobWordsInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/job";

export const jobsRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's jobs, those that fit what is asked for" }))
    .input(jobsInput)
    .output(listOf(jobRowDto))
    .query(({ ctx, input }) => listJobs(ctx, input)),

  board: memberProcedure
    .meta(rest("GET", `${P}/board/get`, { tag, summary: "The jobs that are not ended, by where they stand" }))
    .input(workspaceInput)
    .output(dataOf(boardDto))
    .query(async ({ ctx }) => ({ data: await viewBoard(ctx) })),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One job with its customer and site" }))
    .input(jobOfInput)
    .output(dataOf(jobDto))
    .query(async ({ ctx, input }) => ({ data: await viewJob(ctx, input.uid) })),

  timeline: memberProcedure
    .meta(rest("GET", `${P}/timeline/get`, { tag, summary: "What happened to a job, the latest first" }))
    .input(jobTimelineInput)
    .output(timelineDto)
    .query(({ ctx, input }) => viewTimeline(ctx, input)),

  save: managerProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Make a job, or with uid and version change one", creates: true }))
    .input(jobSaveInput)
    .output(dataOf(jobDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveJob(ctx, input) })),

  move: memberProcedure
    .meta(rest("POST", `${P}/move`, { tag, summary: "Move a job to another state", once: true }))
    .input(jobMoveInput)
    .output(dataOf(jobDto))
    .mutation(async ({ ctx, input }) => ({ data: await moveJob(ctx, input) })),

  words: memberProcedure
    .meta(rest("GET", `${P}/words/get`, { tag, summary: "What the workspace calls the states of its jobs" }))
    .input(workspaceInput)
    .output(dataOf(jobWordsDto))
    .query(async ({ ctx }) => ({ data: await viewWords(ctx) })),

  saveWords: managerProcedure
    .meta(rest("POST", `${P}/words/save`, { tag, summary: "Change what the workspace calls the states of its jobs", once: true }))
    .input(jobWordsInput)
    .output(dataOf(jobWordsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveWords(ctx, input) })),
});

import { z } from "zod";
import { dataOf, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { askedDto, failedErasureDto, failedEventDto, failedMailDto, jobDto, storageDto } from "./dto";
import { retryEvents, retryMails, runJobs } from "./mutations";
import { getStorage, listFailedErasures, listFailedEvents, listFailedMails, listJobs } from "./queries";
import { retryEventsInput, retryMailsInput, runInput } from "./schema";

const tag = "Administration, operations";
const P = "/api/admin/operations";

export const operationsRouter = router({
  jobs: adminProcedure
    .meta(rest("GET", `${P}/job/get`, { tag, summary: "What runs later or on a clock, and how it went lately" }))
    .output(dataOf(z.array(jobDto)))
    .query(async ({ ctx }) => ({ data: await listJobs(ctx.db) })),

  run: adminProcedure
    .meta(rest("POST", `${P}/job/run`, { tag, summary: "Ask for a run of jobs soon" }))
    .input(runInput)
    .output(dataOf(askedDto))
    .mutation(async ({ ctx, input }) => ({ data: { asked: await runJobs(ctx, input) } })),

  events: adminProcedure
    .meta(rest("GET", `${P}/event/get`, { tag, summary: "Events of Stripe that were not handled, the next to be tried first" }))
    .output(listOf(failedEventDto))
    .query(({ ctx }) => listFailedEvents(ctx.db)),

  retryEvents: adminProcedure
    .meta(rest("POST", `${P}/event/retry`, { tag, summary: "Try events of Stripe again now" }))
    .input(retryEventsInput)
    .output(dataOf(askedDto))
    .mutation(async ({ ctx, input }) => ({ data: { asked: await retryEvents(ctx, input) } })),

  mails: adminProcedure
    .meta(rest("GET", `${P}/mail/get`, { tag, summary: "Mails that no server took, the next to be tried first" }))
    .output(listOf(failedMailDto))
    .query(({ ctx }) => listFailedMails(ctx.db)),

  retryMails: adminProcedure
    .meta(rest("POST", `${P}/mail/retry`, { tag, summary: "Send mails again now, also those that were given up" }))
    .input(retryMailsInput)
    .output(dataOf(askedDto))
    .mutation(async ({ ctx, input }) => ({ data: { asked: await retryMails(ctx, input) } })),

  erasures: adminProcedure
    .meta(rest("GET", `${P}/erasure/get`, { tag, summary: "Accounts that should be erased and are not" }))
    .output(listOf(failedErasureDto))
    .query(({ ctx }) => listFailedErasures(ctx.db)),

  storage: adminProcedure
    .meta(rest("GET", `${P}/storage/get`, { tag, summary: "How much room people's files take up, by kind" }))
    .output(dataOf(storageDto))
    .query(async ({ ctx }) => ({ data: await getStorage(ctx.db) })),
});

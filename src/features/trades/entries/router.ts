import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router, spending } from "@/server/api/trpc";
import { memberProcedure } from "@/server/api/workspace";
import { entryBriefDto, entryDiscardedDto, entryDto, entryPdfDto, jobEntriesDto } from "./dto";
import { discardEntry, saveEntry, startEntry, submitEntry } from "./mutations";
import { entryPdf, listEntries, listJobEntries, viewEntry } from "./queries";
import { entriesInput, entryDiscardInput, entryOfInput, entrySaveInput, entryStartInput, jobEntriesInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/entry";

export const entriesRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What was filled in, those that fit what is asked for, the latest first" }))
    .input(entriesInput)
    .output(listOf(entryBriefDto))
    .query(({ ctx, input }) => listEntries(ctx, input)),

  ofJob: memberProcedure
    .meta(rest("GET", `${P}/job/get`, { tag, summary: "What was filled in for a job, the latest first" }))
    .input(jobEntriesInput)
    .output(dataOf(jobEntriesDto))
    .query(async ({ ctx, input }) => ({ data: await listJobEntries(ctx, input.jobUid) })),

  view: memberProcedure
    .meta(rest("GET", `${P}/detail/get`, { tag, summary: "One form that was filled in, or is being, with what it asks" }))
    .input(entryOfInput)
    .output(dataOf(entryDto))
    .query(async ({ ctx, input }) => ({ data: await viewEntry(ctx, input.uid) })),

  pdf: memberProcedure
    .meta(rest("POST", `${P}/pdf/download`, { tag, summary: "A form that was handed in, as a PDF", file: "application/pdf" }))
    .use(spending("drawing"))
    .input(entryOfInput)
    .output(entryPdfDto)
    .query(({ ctx, input }) => entryPdf(ctx, input.uid)),

  start: memberProcedure
    .meta(
      rest("POST", `${P}/start`, {
        tag,
        summary: "Begin to fill a form in, for a task, a job or the shop itself",
        description:
          "At most one of `taskUid` and `jobUid` is given. What was begun on a device has its `uid` from there, and with it the `number` of the version of the form that it keeps.",
        creates: true,
      }),
    )
    .input(entryStartInput)
    .output(dataOf(entryDto))
    .mutation(async ({ ctx, input }) => ({ data: await startEntry(ctx, input) })),

  save: memberProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Keep what one has filled in so far" }))
    .input(entrySaveInput)
    .output(dataOf(entryDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveEntry(ctx, input) })),

  submit: memberProcedure
    .meta(rest("POST", `${P}/submit`, { tag, summary: "Hand in what one has filled in; it stays as it is from then on", once: true }))
    .input(entrySaveInput)
    .output(dataOf(entryDto))
    .mutation(async ({ ctx, input }) => ({ data: await submitEntry(ctx, input) })),

  discard: memberProcedure
    .meta(rest("POST", `${P}/discard`, { tag, summary: "Throw away what was begun, or as whoever manages what was handed in", once: true }))
    .input(entryDiscardInput)
    .output(dataOf(entryDiscardedDto))
    .mutation(async ({ ctx, input }) => {
      await discardEntry(ctx, input);
      return { data: { discarded: true as const } };
    }),
});

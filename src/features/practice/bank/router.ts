import { z } from "zod";
import { moveInput, uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { bankDto, bankQuestionDto, savedDto, turnedDto, versionDto } from "./dto";
import { moveQuestion, restoreVersion, saveQuestion, turnQuestions } from "./mutations";
import { getBankQuestion, listBank, listVersions } from "./queries";
import { bankInput, questionInput, restoreInput, turnInput } from "./schema";

const tag = "Question bank, editing";
const A = "/api/admin/practice/question";

export const bankRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${A}/get`, { tag, summary: "All questions, drafts and retired ones too, with what is still to be translated" }))
    .input(bankInput)
    .output(bankDto)
    .query(({ ctx, input }) => listBank(ctx, input)),

  question: adminProcedure
    .meta(rest("POST", `${A}/view`, { tag, summary: "One question with its texts in all languages" }))
    .input(uidInput)
    .output(dataOf(bankQuestionDto))
    .query(async ({ ctx, input }) => ({ data: await getBankQuestion(ctx, input.uid) })),

  versions: adminProcedure
    .meta(rest("POST", `${A}/version/get`, { tag, summary: "What a question said over time, the newest first" }))
    .input(uidInput)
    .output(listOf(versionDto))
    .query(({ ctx, input }) => listVersions(ctx, input.uid)),

  save: adminProcedure
    .meta(
      rest("POST", `${A}/save`, {
        tag,
        summary: "Make a question, or write one anew",
        description:
          "Names the version that was read: where somebody has written the question since, nothing is saved and the answer is 409. Text and guidance are there in English at least.",
        creates: true,
      }),
    )
    .input(questionInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveQuestion(ctx, input) })),

  restore: adminProcedure
    .meta(rest("POST", `${A}/version/restore`, { tag, summary: "Write a question as it was in an old version", once: true }))
    .input(restoreInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await restoreVersion(ctx, input) })),

  turn: adminProcedure
    .meta(rest("POST", `${A}/turn`, { tag, summary: "Publish questions, take them back, or take them out of use", once: true }))
    .input(turnInput)
    .output(dataOf(z.array(turnedDto)))
    .mutation(async ({ ctx, input }) => ({ data: await turnQuestions(ctx, input) })),

  move: adminProcedure
    .meta(rest("POST", `${A}/move`, { tag, summary: "Move a question in its category", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveQuestion(ctx, input);
      return DONE;
    }),
});

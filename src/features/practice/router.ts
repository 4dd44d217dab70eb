import { uidInput } from "@/lib/inputs";
import { dataOf, listOf, pageInput } from "@/lib/list-schemas";
import { limited, rest, router, spending, userProcedure } from "@/server/api/trpc";
import { bankRouter } from "./bank/router";
import { editedCategoriesRouter } from "./categories/router";
import { deliveryRouter } from "./delivery/router";
import {
  answerDetailDto,
  answerDto,
  categoryDto,
  deletedDto,
  playDto,
  questionDetailDto,
  questionDto,
  shareDto,
  sharedAnswerDto,
} from "./dto";
import { interviewsRouter } from "./interviews/router";
import { deleteAnswer, revokeShare, saveAnswer, shareAnswer } from "./mutations";
import { planRouter } from "./plan/router";
import { openAnswer, openShared } from "./plays/mutations";
import { listPlays } from "./plays/queries";
import { progressRouter } from "./progress/router";
import { progressInput } from "./progress/schema";
import { getQuestion, listAnswers, listCategories, listQuestions } from "./queries";
import { reportDto } from "./report/dto";
import { getReport } from "./report/queries";
import { answerInput, questionListInput, sharedInput } from "./schema";
import { simulationRouter } from "./simulations/router";
import { starRouter } from "./star/router";
import { takesRouter } from "./takes/router";

const tag = "Practice";
const P = "/api/user/personalization/practice";

export const practiceRouter = router({
  categories: userProcedure
    .meta(rest("GET", `${P}/category/get`, { tag, summary: "Categories of the question bank" }))
    .output(listOf(categoryDto))
    .query(({ ctx }) => listCategories(ctx.db, ctx.locale)),

  questions: userProcedure
    .meta(rest("GET", `${P}/question/get`, { tag, summary: "Questions of a category" }))
    .input(questionListInput)
    .output(listOf(questionDto))
    .query(({ ctx, input }) => listQuestions(ctx.db, ctx.locale, input)),

  question: userProcedure
    .meta(rest("GET", `${P}/question/detail/get`, { tag, summary: "One question with its guidance" }))
    .input(uidInput)
    .output(dataOf(questionDetailDto))
    .query(async ({ ctx, input }) => ({ data: await getQuestion(ctx.db, ctx.locale, input.uid) })),

  saveAnswer: userProcedure
    .meta(
      rest("POST", `${P}/answer/save`, {
        tag,
        summary: "Save a practice answer record",
        description:
          "Creates a record, or with the uid of an own one changes the fields given. A recording is announced by the call that creates the record, and its file follows through the upload endpoint; a record without one gets none later.",
        creates: true,
      }),
    )
    .input(answerInput)
    .output(dataOf(answerDetailDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveAnswer(ctx, input) })),

  answers: userProcedure
    .meta(rest("GET", `${P}/answer/get`, { tag, summary: "Own answers, newest first" }))
    .input(pageInput)
    .output(listOf(answerDto))
    .query(({ ctx, input }) => listAnswers(ctx.db, ctx.actor, { locale: ctx.locale, page: input.page })),

  answer: userProcedure
    .meta(rest("POST", `${P}/answer/detail/get`, { tag, summary: "One own answer, with an address that plays it" }))
    .input(uidInput)
    .output(dataOf(answerDetailDto))
    .query(async ({ ctx, input }) => ({ data: await openAnswer(ctx, input.uid) })),

  deleteAnswer: userProcedure
    .meta(rest("POST", `${P}/answer/delete`, { tag, summary: "Delete an own answer and its recording", once: true }))
    .input(uidInput)
    .output(dataOf(deletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteAnswer(ctx, input.uid);
      return { data: { deleted: true as const } };
    }),

  share: userProcedure
    .meta(rest("POST", `${P}/answer/share`, { tag, summary: "Make, or show, the link that plays an own answer" }))
    .input(uidInput)
    .output(dataOf(shareDto))
    .mutation(async ({ ctx, input }) => ({ data: { share_link: await shareAnswer(ctx, input.uid) } })),

  revokeShare: userProcedure
    .meta(rest("POST", `${P}/answer/share/revoke`, { tag, summary: "End the link of an own answer" }))
    .input(uidInput)
    .output(dataOf(shareDto))
    .mutation(async ({ ctx, input }) => {
      await revokeShare(ctx, input.uid);
      return { data: { share_link: null } };
    }),

  shared: limited("lookup")
    .meta(rest("POST", "/api/user/web/practice/shared/view", { tag, summary: "An answer by its share token", open: true }))
    .input(sharedInput)
    .output(dataOf(sharedAnswerDto))
    // A query would carry the token in an address; and its maker is told that somebody asked.
    .mutation(async ({ ctx, input }) => ({ data: await openShared(ctx, input.token) })),

  plays: userProcedure
    .meta(rest("GET", `${P}/play/get`, { tag, summary: "Who played which own recording, newest first" }))
    .input(pageInput)
    .output(listOf(playDto))
    .query(({ ctx, input }) => listPlays(ctx, input.page)),

  report: userProcedure
    .use(spending("drawing"))
    .meta(rest("POST", `${P}/report/download`, { tag, summary: "Own progress in a range as a PDF", file: "application/pdf" }))
    .input(progressInput)
    .output(reportDto)
    .query(({ ctx, input }) => getReport(ctx, input)),

  bank: bankRouter,
  editedCategories: editedCategoriesRouter,
  delivery: deliveryRouter,
  interviews: interviewsRouter,
  plan: planRouter,
  progress: progressRouter,
  simulation: simulationRouter,
  star: starRouter,
  takes: takesRouter,
});

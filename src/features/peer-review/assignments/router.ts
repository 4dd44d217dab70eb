import { uidInput } from "@/lib/inputs";
import { dataOf } from "@/lib/list-schemas";
import { rest, router, spending, userProcedure } from "@/server/api/trpc";
import { reportRecording } from "../care/mutations";
import { reportInput } from "../schema";
import { assignmentDto, languagesDto, releasedDto, reportedDto, savedDto } from "./dto";
import { nextAssignment, releaseAssignment, saveDraft, saveFirst, saveLanguages } from "./mutations";
import { getAssignment } from "./queries";
import { draftInput, firstInput, languagesInput } from "./schema";

const tag = "Peer review";
const ROOT = "/api/user/personalization/peer-review";
const P = `${ROOT}/assignment` as const;

export const assignmentsRouter = router({
  next: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/next`, {
        tag,
        summary: "A recording to review, lent for eight hours; null when none waits",
        description: "Whoever has one already gets that one: asking twice lends nothing twice.",
      }),
    )
    .output(dataOf(assignmentDto.nullable()))
    .mutation(async ({ ctx }) => ({ data: await nextAssignment(ctx) })),

  get: userProcedure
    .meta(rest("POST", `${P}/detail/get`, { tag, summary: "A recording that one has, or had, for review" }))
    .input(uidInput)
    .output(dataOf(assignmentDto))
    .query(async ({ ctx, input }) => ({ data: await getAssignment(ctx, input.uid) })),

  saveDraft: userProcedure
    .meta(rest("POST", `${P}/draft/save`, { tag, summary: "Keep a review that is not finished" }))
    .input(draftInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveDraft(ctx, input) })),

  saveFirst: userProcedure
    .meta(rest("POST", `${P}/first/save`, { tag, summary: "Rate the voice alone, which opens the video", once: true }))
    .input(firstInput)
    .output(dataOf(assignmentDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveFirst(ctx, input) })),

  release: userProcedure
    .meta(rest("POST", `${P}/release`, { tag, summary: "Give a recording back without a review", once: true }))
    .input(uidInput)
    .output(dataOf(releasedDto))
    .mutation(async ({ ctx, input }) => {
      await releaseAssignment(ctx, input.uid);
      return { data: { released: true as const } };
    }),

  report: userProcedure
    .use(spending("message"))
    .meta(
      rest("POST", `${P}/report`, {
        tag,
        summary: "Tell moderators of a recording that should not be here, and give it back",
        description: "The reason `other` needs a `note`.",
        once: true,
      }),
    )
    .input(reportInput)
    .output(dataOf(reportedDto))
    .mutation(async ({ ctx, input }) => {
      await reportRecording(ctx, input);
      return { data: { reported: true as const } };
    }),

  saveLanguages: userProcedure
    .meta(rest("POST", `${ROOT}/language/save`, { tag, summary: "The languages in which one reviews" }))
    .input(languagesInput)
    .output(dataOf(languagesDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveLanguages(ctx, input) })),
});

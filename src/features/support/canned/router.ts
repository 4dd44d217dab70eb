import { moveInput, uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { cannedDto, replyDto, savedDto } from "./dto";
import { deleteReply, moveReply, saveReply } from "./mutations";
import { getReply, listCanned } from "./queries";
import { cannedInput, deleteInput, replyInput } from "./schema";

const tag = "Support, administration";
const P = "/api/admin/support/canned";

/** Answers that the team has ready. */
export const cannedRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Ready answers: filled in for a conversation, or as they are kept" }))
    .input(cannedInput)
    .output(listOf(cannedDto))
    .query(({ ctx, input }) => listCanned(ctx, input)),

  reply: adminProcedure
    .meta(rest("POST", `${P}/view`, { tag, summary: "One ready answer with its texts in all languages" }))
    .input(uidInput)
    .output(dataOf(replyDto))
    .query(async ({ ctx, input }) => ({ data: await getReply(ctx, input.uid) })),

  save: adminProcedure
    .meta(rest("POST", `${P}/save`, { tag, summary: "Make a ready answer, or change one", creates: true }))
    .input(replyInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveReply(ctx, input) })),

  move: adminProcedure
    .meta(rest("POST", `${P}/move`, { tag, summary: "Move a ready answer in the list", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveReply(ctx, input);
      return DONE;
    }),

  delete: adminProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a ready answer for good", once: true }))
    .input(deleteInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await deleteReply(ctx, input);
      return DONE;
    }),
});

import { z } from "zod";
import { moveInput, uidInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, limited, rest, router, userProcedure } from "@/server/api/trpc";
import { categoryDto, entryDto, entryRowDto, faqDto, savedDto, votedDto } from "./dto";
import { deleteEntry, moveEntry, publishEntries, saveEntry, voteFaq } from "./mutations";
import { getEntry, listCategories, listEntries, listFaq } from "./queries";
import { deleteInput, entriesInput, entryInput, faqInput, publishInput, voteInput } from "./schema";

const tag = "Support";
const editing = "Support, editing";
const A = "/api/admin/faq";
const turned = dataOf(z.array(z.object({ uid: z.uuid() })));

export const faqRouter = router({
  list: userProcedure
    .meta(
      rest("GET", "/api/user/personalization/faq/get", {
        tag,
        summary: "Frequent questions and their answers, all or those that fit a search",
      }),
    )
    .input(faqInput)
    .output(faqDto)
    .query(({ ctx, input }) => listFaq(ctx, input)),

  open: limited("reading")
    .meta(rest("GET", "/api/user/web/faq/get", { tag, summary: "The same without an account", open: true }))
    .input(faqInput)
    .output(faqDto)
    .query(({ ctx, input }) => listFaq(ctx, input)),

  vote: limited("reading")
    .meta(rest("POST", "/api/user/web/faq/vote", { tag, summary: "Say whether an answer helped", open: true }))
    .input(voteInput)
    .output(dataOf(votedDto))
    .mutation(async ({ ctx, input }) => ({ data: await voteFaq(ctx, input) })),

  editing: router({
    categories: adminProcedure
      .meta(rest("GET", `${A}/category/get`, { tag: editing, summary: "The categories of frequent questions" }))
      .output(listOf(categoryDto))
      .query(({ ctx }) => listCategories(ctx)),

    entries: adminProcedure
      .meta(rest("GET", `${A}/get`, { tag: editing, summary: "All frequent questions, unpublished too, with what people said of them" }))
      .input(entriesInput)
      .output(listOf(entryRowDto))
      .query(({ ctx, input }) => listEntries(ctx, input)),

    entry: adminProcedure
      .meta(rest("POST", `${A}/view`, { tag: editing, summary: "One question with its texts in all languages" }))
      .input(uidInput)
      .output(dataOf(entryDto))
      .query(async ({ ctx, input }) => ({ data: await getEntry(ctx, input.uid) })),

    save: adminProcedure
      .meta(rest("POST", `${A}/save`, { tag: editing, summary: "Make a question, or change one", creates: true }))
      .input(entryInput)
      .output(dataOf(savedDto))
      .mutation(async ({ ctx, input }) => ({ data: await saveEntry(ctx, input) })),

    publish: adminProcedure
      .meta(rest("POST", `${A}/publish`, { tag: editing, summary: "Show questions to people, or take them back", once: true }))
      .input(publishInput)
      .output(turned)
      .mutation(async ({ ctx, input }) => ({ data: await publishEntries(ctx, input) })),

    move: adminProcedure
      .meta(rest("POST", `${A}/move`, { tag: editing, summary: "Move a question in its category", once: true }))
      .input(moveInput)
      .output(doneDto)
      .mutation(async ({ ctx, input }) => {
        await moveEntry(ctx, input);
        return DONE;
      }),

    delete: adminProcedure
      .meta(rest("POST", `${A}/delete`, { tag: editing, summary: "Delete a question for good", once: true }))
      .input(deleteInput)
      .output(doneDto)
      .mutation(async ({ ctx, input }) => {
        await deleteEntry(ctx, input);
        return DONE;
      }),
  }),
});

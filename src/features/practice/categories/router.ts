import { z } from "zod";
import { moveInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { editedCategoryDto, savedDto } from "./dto";
import { moveCategory, retireCategories, saveCategory } from "./mutations";
import { listEditedCategories } from "./queries";
import { categoryInput, retireInput } from "./schema";

const tag = "Question bank, editing";
const A = "/api/admin/practice/category";

export const editedCategoriesRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${A}/get`, { tag, summary: "All categories, retired ones too, with their texts in all languages" }))
    .output(listOf(editedCategoryDto))
    .query(({ ctx }) => listEditedCategories(ctx)),

  save: adminProcedure
    .meta(rest("POST", `${A}/save`, { tag, summary: "Make a category, or write one anew", creates: true }))
    .input(categoryInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveCategory(ctx, input) })),

  retire: adminProcedure
    .meta(rest("POST", `${A}/retire`, { tag, summary: "Take categories out of use with their questions, or back into use", once: true }))
    .input(retireInput)
    .output(dataOf(z.array(z.object({ uid: z.uuid() }))))
    .mutation(async ({ ctx, input }) => ({ data: await retireCategories(ctx, input) })),

  move: adminProcedure
    .meta(rest("POST", `${A}/move`, { tag, summary: "Move a category in the list", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveCategory(ctx, input);
      return DONE;
    }),
});

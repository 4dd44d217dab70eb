import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { fileDeletedDto, fileDto, fileLinkDto } from "./dto";
import { deleteFile, renameFile } from "./mutations";
import { fileLink, listFiles } from "./queries";
import { fileDeleteInput, fileOfInput, fileRenameInput, filesInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/file";

export const filesRouter = router({
  list: memberProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "The documents of a customer, a job or a slab, the newest first",
        description: "Exactly one of them is named.",
      }),
    )
    .input(filesInput)
    .output(listOf(fileDto))
    .query(({ ctx, input }) => listFiles(ctx, input)),

  view: memberProcedure
    .meta(rest("GET", `${P}/link/get`, { tag, summary: "The short-lived address of a workspace's file" }))
    .input(fileOfInput)
    .output(dataOf(fileLinkDto))
    .query(async ({ ctx, input }) => ({ data: await fileLink(ctx, input.uid) })),

  rename: managerProcedure
    .meta(rest("POST", `${P}/rename`, { tag, summary: "Give a workspace's file another name", once: true }))
    .input(fileRenameInput)
    .output(dataOf(fileDto))
    .mutation(async ({ ctx, input }) => ({ data: await renameFile(ctx, input) })),

  delete: memberProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete a document that one has added, or as a manager any, for good", once: true }))
    .input(fileDeleteInput)
    .output(dataOf(fileDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteFile(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

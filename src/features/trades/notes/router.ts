import { SAMPLE_ID } from "@/lib/fields";
import { dataOf, listOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { memberProcedure } from "@/server/api/workspace";
import { noteDeletedDto, noteDto } from "./dto";
import { deleteNote, saveNote } from "./mutations";
import { listNotes } from "./queries";
import { noteDeleteInput, noteSaveInput, notesInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/note";

export const notesRouter = router({
  list: memberProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "What was noted about a customer, site, job, task, booking, resource or form, the newest first",
        description: "Exactly one of them is named.",
      }),
    )
    .input(notesInput)
    .output(listOf(noteDto))
    .query(({ ctx, input }) => listNotes(ctx, input)),

  save: memberProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary:
          "Note something about a customer, site, job, task, booking, resource or form, or with uid and version change one's own note",
        description: "A new one names exactly one of them. It says something or brings a file.",
        example: { workspaceId: SAMPLE_ID, customerUid: SAMPLE_ID, body: "Ring before you come." },
        creates: true,
      }),
    )
    .input(noteSaveInput)
    .output(dataOf(noteDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveNote(ctx, input) })),

  delete: memberProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Delete one's own note, or as a manager any, for good", once: true }))
    .input(noteDeleteInput)
    .output(dataOf(noteDeletedDto))
    .mutation(async ({ ctx, input }) => {
      await deleteNote(ctx, input);
      return { data: { deleted: true as const } };
    }),
});

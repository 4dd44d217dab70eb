import { z } from "zod";
import { moveInput } from "@/lib/inputs";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { professionDto, savedDto } from "./dto";
import { archiveProfessions, moveProfession, saveProfession } from "./mutations";
import { listProfessions } from "./queries";
import { archiveInput, professionInput } from "./schema";

const tag = "Community, rooms";
const A = "/api/admin/community/profession";

export const professionsRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${A}/get`, { tag, summary: "All rooms, archived ones too, with their texts in all languages" }))
    .output(listOf(professionDto))
    .query(({ ctx }) => listProfessions(ctx)),

  save: adminProcedure
    .meta(rest("POST", `${A}/save`, { tag, summary: "Make a room, or write one anew", creates: true }))
    .input(professionInput)
    .output(dataOf(savedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveProfession(ctx, input) })),

  archive: adminProcedure
    .meta(rest("POST", `${A}/archive`, { tag, summary: "Close rooms to new threads, or open them again", once: true }))
    .input(archiveInput)
    .output(dataOf(z.array(z.object({ uid: z.uuid() }))))
    .mutation(async ({ ctx, input }) => ({ data: await archiveProfessions(ctx, input) })),

  move: adminProcedure
    .meta(rest("POST", `${A}/move`, { tag, summary: "Move a room in the list", once: true }))
    .input(moveInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await moveProfession(ctx, input);
      return DONE;
    }),
});

import { dataOf, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router } from "@/server/api/trpc";
import { announcementDto, deletedAnnouncementDto, savedAnnouncementDto } from "./dto";
import { deleteAnnouncement, saveAnnouncement } from "./mutations";
import { getAnnouncement, listAnnouncements } from "./queries";
import { announcementDeleteInput, announcementInput, announcementsInput, announcementUid } from "./schema";

const tag = "Administration";
const P = "/api/admin/announcement";

export const announcementsRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "All announcements, the latest first" }))
    .input(announcementsInput)
    .output(listOf(announcementDto))
    .query(({ ctx, input }) => listAnnouncements(ctx, input.page)),

  view: adminProcedure
    .meta(rest("POST", `${P}/view`, { tag, summary: "One announcement with its texts in all languages" }))
    .input(announcementUid)
    .output(dataOf(announcementDto))
    .query(async ({ ctx, input }) => ({ data: await getAnnouncement(ctx, input.uid) })),

  save: adminProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Make an announcement, or change one",
        description: "It ends later than it starts.",
        creates: true,
      }),
    )
    .input(announcementInput)
    .output(dataOf(savedAnnouncementDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveAnnouncement(ctx, input) })),

  delete: adminProcedure
    .meta(rest("POST", `${P}/delete`, { tag, summary: "Take an announcement down for good", once: true }))
    .input(announcementDeleteInput)
    .output(dataOf(deletedAnnouncementDto))
    .mutation(async ({ ctx, input }) => ({ data: await deleteAnnouncement(ctx, input) })),
});

import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure, memberProcedure } from "@/server/api/workspace";
import { absenceSavedDto, absencesDto, goneDto, resourceDto, resourcesDto, scheduleSettingsDto } from "./dto";
import { deleteAbsence, saveAbsence, saveResource, saveSettings, setFeed } from "./mutations";
import { listAbsences, listResources, viewSettings } from "./queries";
import { LONGEST_ABSENCE_DAYS } from "./rules";
import { absenceDeleteInput, absenceSaveInput, resourceInput, resourceSaveInput, scheduleSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/resource";

const HOURS = "The hours of a day, in minutes from its midnight, follow one another.";

export const resourcesRouter = router({
  list: memberProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "A workspace's people, teams, vehicles and machines" }))
    .input(workspaceInput)
    .output(dataOf(resourcesDto))
    .query(async ({ ctx }) => ({ data: await listResources(ctx) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, { tag, summary: "Keep a resource, or with uid and version change one", description: HOURS, creates: true }),
    )
    .input(resourceSaveInput)
    .output(dataOf(resourceDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveResource(ctx, input) })),

  settings: memberProcedure
    .meta(rest("GET", `${P}/settings/get`, { tag, summary: "When a workspace works: its hours and holidays" }))
    .input(workspaceInput)
    .output(dataOf(scheduleSettingsDto))
    .query(async ({ ctx }) => ({ data: await viewSettings(ctx) })),

  saveSettings: managerProcedure
    .meta(
      rest("POST", `${P}/settings/save`, {
        tag,
        summary: "Set when a workspace works",
        description: `${HOURS} No day is a holiday twice.`,
        once: true,
      }),
    )
    .input(scheduleSaveInput)
    .output(dataOf(scheduleSettingsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveSettings(ctx, input) })),

  absences: memberProcedure
    .meta(rest("GET", `${P}/absence/get`, { tag, summary: "Who is away now or will be; why, for those who manage the workspace" }))
    .input(workspaceInput)
    .output(dataOf(absencesDto))
    .query(async ({ ctx }) => ({ data: await listAbsences(ctx) })),

  saveAbsence: managerProcedure
    .meta(
      rest("POST", `${P}/absence/save`, {
        tag,
        summary: "Note that a resource is away, or with uid and version change it",
        description: `It ends later than it starts, and after ${LONGEST_ABSENCE_DAYS} days at most.`,
        creates: true,
      }),
    )
    .input(absenceSaveInput)
    .output(dataOf(absenceSavedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveAbsence(ctx, input) })),

  deleteAbsence: managerProcedure
    .meta(rest("POST", `${P}/absence/delete`, { tag, summary: "Take an absence back", once: true }))
    .input(absenceDeleteInput)
    .output(dataOf(goneDto))
    .mutation(async ({ ctx, input }) => {
      await deleteAbsence(ctx, input);
      return { data: { deleted: true as const } };
    }),

  openFeed: managerProcedure
    .meta(rest("POST", `${P}/feed/open`, { tag, summary: "Give calendars a new address for a resource's bookings" }))
    .input(resourceInput)
    .output(dataOf(resourceDto))
    .mutation(async ({ ctx, input }) => ({ data: await setFeed(ctx, input, true) })),

  endFeed: managerProcedure
    .meta(rest("POST", `${P}/feed/end`, { tag, summary: "End the address for a resource's bookings" }))
    .input(resourceInput)
    .output(dataOf(resourceDto))
    .mutation(async ({ ctx, input }) => ({ data: await setFeed(ctx, input, false) })),
});

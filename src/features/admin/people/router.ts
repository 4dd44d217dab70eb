import { DONE, dataOf, doneDto } from "@/lib/list-schemas";
import { adminProcedure, rest, router, spending, superProcedure } from "@/server/api/trpc";
import { endedDto, historyDto, peopleDto, personDto, turnedDto } from "./dto";
import { endPersonSessions, grantPersonRole, resendVerification, restorePeople, suspendPeople, unlockPerson } from "./mutations";
import { getPerson, listHistory, listPeople } from "./queries";
import { historyInput, peopleInput, personInput, restoreInput, roleInput, suspendInput } from "./schema";

const tag = "People, administration";
const P = "/api/admin/people";

export const peopleRouter = router({
  list: adminProcedure
    .meta(
      rest("GET", `${P}/get`, {
        tag,
        summary: "People: searched, filtered and in an order, a page at a time",
        description: "Days are those of UTC, or by the clocks of `timeZone` where it is named.",
      }),
    )
    .input(peopleInput)
    .output(peopleDto)
    .query(({ ctx, input }) => listPeople(ctx, input)),

  person: adminProcedure
    .meta(rest("POST", `${P}/detail/view`, { tag, summary: "What stands around somebody's account: nothing that they said or wrote" }))
    .input(personInput)
    .output(dataOf(personDto))
    .query(async ({ ctx, input }) => ({ data: await getPerson(ctx, input.uid) })),

  history: adminProcedure
    .meta(rest("GET", `${P}/history/get`, { tag, summary: "What was done about somebody, the newest first" }))
    .input(historyInput)
    .output(historyDto)
    .query(({ ctx, input }) => listHistory(ctx, input)),

  suspend: adminProcedure
    .meta(rest("POST", `${P}/suspend`, { tag, summary: "Keep people out, with a reason that they read", once: true }))
    .input(suspendInput)
    .output(dataOf(turnedDto))
    .mutation(async ({ ctx, input }) => ({ data: await suspendPeople(ctx, input) })),

  restore: adminProcedure
    .meta(rest("POST", `${P}/restore`, { tag, summary: "Let people in again", once: true }))
    .input(restoreInput)
    .output(dataOf(turnedDto))
    .mutation(async ({ ctx, input }) => ({ data: await restorePeople(ctx, input) })),

  unlock: adminProcedure
    .meta(rest("POST", `${P}/unlock`, { tag, summary: "End a lock that wrong passwords brought", once: true }))
    .input(personInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await unlockPerson(ctx, input.uid);
      return DONE;
    }),

  verify: adminProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/verification/send`, { tag, summary: "Mail the link that confirms somebody's address once more", once: true }))
    .input(personInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await resendVerification(ctx, input.uid);
      return DONE;
    }),

  endSessions: adminProcedure
    .meta(rest("POST", `${P}/session/end/all`, { tag, summary: "Sign somebody out everywhere", once: true }))
    .input(personInput)
    .output(dataOf(endedDto))
    .mutation(async ({ ctx, input }) => ({ data: { ended: await endPersonSessions(ctx, input.uid) } })),

  grantRole: superProcedure
    .meta(rest("POST", "/api/super/admin/people/role/update", { tag, summary: "Change what somebody may do", once: true }))
    .input(roleInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await grantPersonRole(ctx, input);
      return DONE;
    }),
});

import { viewingInput } from "@/features/account/viewings/schema";
import { personInput } from "@/features/admin/people/schema";
import { DONE, dataOf, doneDto, listOf } from "@/lib/list-schemas";
import { adminProcedure, rest, router, spending } from "@/server/api/trpc";
import { askedDto, openedDto } from "./dto";
import { askViewing, endViewing, openViewing } from "./mutations";
import { listViewings } from "./queries";
import { askInput } from "./schema";

const tag = "People, administration";
const P = "/api/admin/people/viewing";

export const viewingsRouter = router({
  list: adminProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "Who asked to look at somebody's account, and what became of it" }))
    .input(personInput)
    .output(listOf(askedDto))
    .query(({ ctx, input }) => listViewings(ctx, input.uid)),

  ask: adminProcedure
    .use(spending("mail"))
    .meta(rest("POST", `${P}/ask`, { tag, summary: "Ask somebody for a look at their account, with a reason that they read", once: true }))
    .input(askInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await askViewing(ctx, input);
      return DONE;
    }),

  open: adminProcedure
    .meta(
      rest("POST", `${P}/open`, { tag, summary: "Look at the account of somebody who allows it: a token that reads, and changes nothing" }),
    )
    .input(viewingInput)
    .output(dataOf(openedDto))
    .mutation(async ({ ctx, input }) => ({ data: await openViewing(ctx, input.uid) })),

  end: adminProcedure
    .meta(rest("POST", `${P}/end`, { tag, summary: "Take the question back, or end the look", once: true }))
    .input(viewingInput)
    .output(doneDto)
    .mutation(async ({ ctx, input }) => {
      await endViewing(ctx, input.uid);
      return DONE;
    }),
});

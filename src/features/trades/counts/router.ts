import { dataOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { countedDto, countSheetDto } from "./dto";
import { saveCount } from "./mutations";
import { viewSheet } from "./queries";
import { countInput, countSheetInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/count";

export const countsRouter = router({
  sheet: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "What there is to be counted, by where it lies" }))
    .input(countSheetInput)
    .output(dataOf(countSheetDto))
    .query(async ({ ctx, input }) => ({ data: await viewSheet(ctx, input) })),

  save: managerProcedure
    .meta(
      rest("POST", `${P}/save`, {
        tag,
        summary: "Correct what the books say by what was counted",
        description: "Each item stands there once.",
        creates: true,
      }),
    )
    .input(countInput)
    .output(dataOf(countedDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveCount(ctx, input) })),
});

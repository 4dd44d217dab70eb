import { dataOf } from "@/lib/list-schemas";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { pricePlanDto, pricesFileDto, pricesTakenDto } from "./dto";
import { takeFile } from "./mutations";
import { checkFile, exportFile } from "./queries";
import { priceFileCheckInput, priceFileOfInput, priceFileTakeInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/pricefile";

export const priceFilesRouter = router({
  export: managerProcedure
    .meta(rest("GET", `${P}/get`, { tag, summary: "The prices of a version as a CSV file, parted by semicolons in French and Vietnamese" }))
    .input(priceFileOfInput)
    .output(dataOf(pricesFileDto))
    .query(async ({ ctx, input }) => ({ data: await exportFile(ctx, input.uid) })),

  check: managerProcedure
    .meta(rest("POST", `${P}/check`, { tag, summary: "What a CSV file would do to the prices of a version, without doing it" }))
    .input(priceFileCheckInput)
    .output(dataOf(pricePlanDto))
    .mutation(async ({ ctx, input }) => ({ data: await checkFile(ctx, input) })),

  take: managerProcedure
    .meta(rest("POST", `${P}/take`, { tag, summary: "Do what a CSV file says with a draft, all of it or nothing", once: true }))
    .input(priceFileTakeInput)
    .output(dataOf(pricesTakenDto))
    .mutation(async ({ ctx, input }) => ({ data: await takeFile(ctx, input) })),
});

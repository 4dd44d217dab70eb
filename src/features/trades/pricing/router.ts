import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { pricingDto, taxesDto } from "./dto";
import { savePricing, saveTax } from "./mutations";
import { listTaxes, viewPricing } from "./queries";
import { pricingSaveInput, taxSaveInput } from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades";

export const pricingRouter = router({
  settings: managerProcedure
    .meta(rest("GET", `${P}/pricing/get`, { tag, summary: "How a workspace works out what it asks for, and who sells" }))
    .input(workspaceInput)
    .output(dataOf(pricingDto))
    .query(async ({ ctx }) => ({ data: await viewPricing(ctx) })),

  saveSettings: managerProcedure
    .meta(
      rest("POST", `${P}/pricing/save`, { tag, summary: "Change how a workspace works out what it asks for, and who sells", once: true }),
    )
    .input(pricingSaveInput)
    .output(dataOf(pricingDto))
    .mutation(async ({ ctx, input }) => ({ data: await savePricing(ctx, input) })),

  taxes: managerProcedure
    .meta(rest("GET", `${P}/tax/get`, { tag, summary: "A workspace's taxes" }))
    .input(workspaceInput)
    .output(dataOf(taxesDto))
    .query(async ({ ctx }) => ({ data: await listTaxes(ctx) })),

  saveTax: managerProcedure
    .meta(
      rest("POST", `${P}/tax/save`, {
        tag,
        summary: "Make a tax, or with uid and version change one",
        description: "A tax of another category than `S` has the rate 0, and the usual one is not retired.",
        creates: true,
      }),
    )
    .input(taxSaveInput)
    .output(dataOf(taxesDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveTax(ctx, input) })),
});

import { PRICE_KINDS } from "@/lib/enums/trades-pricing";
import { dataOf } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { rest, router, spending } from "@/server/api/trpc";
import { managerProcedure } from "@/server/api/workspace";
import { documentFileDto } from "../quotes/dto";
import { priceListsDto, pricesDto, pricesForDto } from "./dto";
import { deleteItem, discardDraft, draftOf, publishDraft, saveItem, saveList } from "./mutations";
import { listPriceLists, pricesPdf, viewPrices, viewPricesFor } from "./queries";
import { UNITS_OF } from "./rules";
import {
  draftInput,
  priceItemDeleteInput,
  priceItemSaveInput,
  priceListSaveInput,
  pricesForInput,
  pricesOfInput,
  pricesPdfInput,
  publishInput,
} from "./schema";

const tag = "Trades";
const P = "/api/user/personalization/trades/price";

const FITTING = [
  `Each kind has its units: ${PRICE_KINDS.map((kind) => `\`${kind}\` ${UNITS_OF[kind].join(", ")}`).join("; ")}.`,
  "A `materialUid` is of a `material` alone, which by the `slab` needs one. Each of the tiers begins at more than the one before.",
].join(" ");

export const pricesRouter = router({
  lists: managerProcedure
    .meta(rest("GET", `${P}/list/get`, { tag, summary: "A workspace's price lists with their versions" }))
    .input(workspaceInput)
    .output(dataOf(priceListsDto))
    .query(async ({ ctx }) => ({ data: await listPriceLists(ctx) })),

  saveList: managerProcedure
    .meta(
      rest("POST", `${P}/list/save`, {
        tag,
        summary: "Make a price list, or with uid and version change one",
        description: "The usual one is not retired.",
        creates: true,
      }),
    )
    .input(priceListSaveInput)
    .output(dataOf(priceListsDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveList(ctx, input) })),

  view: managerProcedure
    .meta(rest("GET", `${P}/version/get`, { tag, summary: "One version of a price list with its prices" }))
    .input(pricesOfInput)
    .output(dataOf(pricesDto))
    .query(async ({ ctx, input }) => ({ data: await viewPrices(ctx, input.uid) })),

  holding: managerProcedure
    .meta(rest("GET", `${P}/holding/get`, { tag, summary: "The prices that hold today for a customer, or for anybody" }))
    .input(pricesForInput)
    .output(dataOf(pricesForDto))
    .query(async ({ ctx, input }) => ({ data: await viewPricesFor(ctx, input) })),

  pdf: managerProcedure
    .meta(
      rest("POST", `${P}/pdf/download`, { tag, summary: "One version of a price list as a PDF for customers", file: "application/pdf" }),
    )
    .use(spending("drawing"))
    .input(pricesPdfInput)
    .output(documentFileDto)
    .query(({ ctx, input }) => pricesPdf(ctx, input)),

  draft: managerProcedure
    .meta(
      rest("POST", `${P}/draft`, {
        tag,
        summary:
          "The draft of a list's next version; where there is none, one with the latest prices, or with those of the version that is named",
        once: true,
      }),
    )
    .input(pricesOfInput)
    .output(dataOf(pricesDto))
    .mutation(async ({ ctx, input }) => ({ data: await draftOf(ctx, input) })),

  saveItem: managerProcedure
    .meta(
      rest("POST", `${P}/item/save`, {
        tag,
        summary: "Put a price into a draft, or with itemUid change one",
        description: FITTING,
        once: true,
      }),
    )
    .input(priceItemSaveInput)
    .output(dataOf(pricesDto))
    .mutation(async ({ ctx, input }) => ({ data: await saveItem(ctx, input) })),

  deleteItem: managerProcedure
    .meta(rest("POST", `${P}/item/delete`, { tag, summary: "Take a price out of a draft", once: true }))
    .input(priceItemDeleteInput)
    .output(dataOf(pricesDto))
    .mutation(async ({ ctx, input }) => ({ data: await deleteItem(ctx, input) })),

  discard: managerProcedure
    .meta(rest("POST", `${P}/discard`, { tag, summary: "Throw a draft away", once: true }))
    .input(draftInput)
    .output(dataOf(priceListsDto))
    .mutation(async ({ ctx, input }) => ({ data: await discardDraft(ctx, input) })),

  publish: managerProcedure
    .meta(
      rest("POST", `${P}/publish`, {
        tag,
        summary: "Publish a draft; it stays as it is from then on",
        description: "`validTo` is not before `validFrom`.",
        once: true,
      }),
    )
    .input(publishInput)
    .output(dataOf(pricesDto))
    .mutation(async ({ ctx, input }) => ({ data: await publishDraft(ctx, input) })),
});

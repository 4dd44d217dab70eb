import { expect, it } from "vitest";
import { joined, seenLinesOf } from "#tests/factories/pdf";
import { NO_DISCOUNT } from "@/lib/pricing/documents";
import { renderPriced } from "@/server/pdf/priced-document";

const nothing = { street: "", postcode: "", city: "", country: "", email: "", phone: "", iban: "", bic: "", note: "" };
const seller = { ...nothing, name: "Stone shop", taxNumber: "12-3456789", registration: "1010-12345" };

it.each(["ar", "en"] as const)("the groups of a number stay in their order, whatever parts them, in %s", async (locale) => {
  const document = await renderPriced(
    {
      ...{ kind: "final", number: "12/2", title: "Kitchen", seller, site: "", text: "", mark: null },
      ...{ customer: "Huda", buyerTaxNumber: "98-7654321", reference: "2024-17 (3)" },
      ...{ currency: "USD", issuedOn: null, validUntil: null, lines: [], pieces: [], payment: null },
      terms: { taxMode: "group", taxIncluded: false, discount: NO_DISCOUNT },
      calculated: { lines: [], totals: { lines: 0, discount: 0, net: 0, taxes: [], tax: 0, total: 0, cost: 0 } },
    },
    locale,
  );
  const lines = await seenLinesOf(document);
  for (const number of ["12-3456789", "1010-12345", "98-7654321", "2024-17 (3)", "12/2"])
    expect(lines).toContainEqual(expect.stringContaining(joined(number)));
});

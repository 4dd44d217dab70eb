import fc from "fast-check";
import { TAX_MODES } from "@/lib/enums/trades";
import type { Discount, DocumentLine, Terms } from "@/lib/pricing/documents";

const taxes = [
  { name: "GST", rate: 1000, category: "S" },
  { name: "VAT", rate: 1900, category: "S" },
  { name: "Reduced", rate: 550, category: "S" },
  { name: "Exempt", rate: 0, category: "E" },
] as const;

const line = fc.record<DocumentLine>({
  source: fc.constant("hand"),
  kind: fc.constantFrom("material", "edge", "cutout", "labour", "item"),
  code: fc.constant("A"),
  text: fc.constant("Line"),
  unit: fc.constantFrom("m2", "m", "piece"),
  quantity: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 0, max: 500_000 }) },
    { weight: 1, arbitrary: fc.integer({ min: -9000, max: -1 }) },
  ),
  price: fc.integer({ min: 0, max: 5_000_000 }),
  cost: fc.integer({ min: 0, max: 5_000_000 }),
  discount: fc.constantFrom(0, 0, 250, 3333, 10_000),
  tax: fc.constantFrom(...taxes),
  optional: fc.boolean(),
  chosen: fc.boolean(),
});
const discount = fc.oneof<fc.Arbitrary<Discount>[]>(
  fc.integer({ min: 0, max: 10_000 }).map((rate) => ({ is: "rate", rate })),
  fc.integer({ min: 0, max: 10_000_000 }).map((off) => ({ is: "amount", amount: off })),
);
const terms = fc.record<Terms>({ taxMode: fc.constantFrom(...TAX_MODES), taxIncluded: fc.boolean(), discount });

/** Lines of any kind with terms of any kind, as quotes and invoices hold them. */
export const anyDocument = fc.record({ lines: fc.array(line, { maxLength: 25 }), terms });

/** The same, where each line is taken back again, wholly or but for a little of its price. */
export const anyExchange = fc.tuple(anyDocument, fc.integer({ min: 0, max: 3 })).map(([{ lines, terms: how }, less]) => ({
  lines: [...lines, ...lines.map((one) => ({ ...one, quantity: -one.quantity, price: Math.max(one.price - less, 0) }))],
  terms: how,
}));

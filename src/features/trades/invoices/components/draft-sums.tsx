"use client";

import { useTranslations } from "next-intl";
import { type Control, type UseFormSetValue, useWatch } from "react-hook-form";
import { calculate, type DocumentLine } from "@/lib/pricing/documents";
import { Section } from "@/ui/editing/parts";
import { countedDiscount, DiscountFields } from "../../quotes/components/discount-fields";
import { Sums } from "../../quotes/components/sums";
import type { InvoiceFields } from "./invoice-fields";
import type { Invoice } from "./invoice-page";

interface DraftSumsProps {
  invoice: Invoice;
  control: Control<InvoiceFields>;
  setValue: UseFormSetValue<InvoiceFields>;
}

/** What is written so far comes to, by the calculation that the server keeps. */
export function DraftSums({ invoice: { currency, how }, control, setValue }: DraftSumsProps) {
  const t = useTranslations("trades.invoices");
  const [lines, discount] = useWatch({ control, name: ["lines", "discount"] });
  // What is not a number yet counts as nothing.
  const numbered = lines
    .filter(({ quantity, price, discount: off }) => [quantity, price, off].every(Number.isSafeInteger))
    .map((line): DocumentLine => ({ ...line, source: "hand", cost: 0, taxUid: null, optional: false, chosen: false }));
  const { totals } = calculate(numbered, { ...how, discount: countedDiscount(discount) });
  const set = (next: InvoiceFields["discount"]) => setValue("discount", next, { shouldDirty: true });
  return (
    <Section title={t("sums")}>
      <div className="grid gap-5">
        <DiscountFields discount={discount} currency={currency} onChange={set} />
        <Sums currency={currency} taxIncluded={how.taxIncluded} totals={totals} />
      </div>
    </Section>
  );
}

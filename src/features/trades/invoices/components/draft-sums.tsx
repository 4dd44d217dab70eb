"use client";

import { useTranslations } from "next-intl";
import { type Control, type UseFormSetValue, useWatch } from "react-hook-form";
import { minorDigits } from "@/lib/money";
import { calculate, type DocumentLine, NO_DISCOUNT } from "@/lib/pricing/documents";
import { Choices } from "@/ui/choice";
import { DecimalField } from "@/ui/decimal-field";
import { Section } from "@/ui/editing/parts";
import { Sums } from "../../quotes/components/sums";
import type { InvoiceFields } from "./invoice-fields";
import type { Invoice } from "./invoice-page";

interface DraftSumsProps {
  invoice: Invoice;
  control: Control<InvoiceFields>;
  setValue: UseFormSetValue<InvoiceFields>;
}

const whole = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

/** What is written so far comes to, by the calculation that the server keeps. */
export function DraftSums({ invoice: { currency, how }, control, setValue }: DraftSumsProps) {
  const t = useTranslations("trades.invoices");
  const [lines, discount] = useWatch({ control, name: ["lines", "discount"] });
  // What is not a number yet counts as nothing.
  const numbered = lines
    .filter(({ quantity, price, discount: off }) => [quantity, price, off].every(whole))
    .map((line): DocumentLine => ({ ...line, source: "hand", cost: 0, taxUid: null, optional: false, chosen: false }));
  const known = whole(discount.is === "rate" ? discount.rate : discount.amount) ? discount : NO_DISCOUNT;
  const { totals } = calculate(numbered, { ...how, discount: known });
  const set = (next: InvoiceFields["discount"]) => setValue("discount", next, { shouldDirty: true });
  const digits = minorDigits(currency);
  return (
    <Section title={t("sums")}>
      <div className="grid gap-5">
        <Choices
          label={t("discount")}
          value={discount.is}
          choices={[
            { value: "rate", label: t("discountRate") },
            { value: "amount", label: t("discountAmount") },
          ]}
          onChange={(is) => set(is === "rate" ? { is, rate: 0 } : { is, amount: 0 })}
        />
        {discount.is === "rate" ? (
          <DecimalField
            label={t("off")}
            unit="%"
            digits={2}
            value={discount.rate}
            onChange={(rate) => set({ is: "rate", rate: rate ?? 0 })}
          />
        ) : (
          <DecimalField
            label={t("off")}
            unit={currency}
            digits={digits}
            least={digits}
            value={discount.amount}
            onChange={(amount) => set({ is: "amount", amount: amount ?? 0 })}
          />
        )}
        <Sums currency={currency} taxIncluded={how.taxIncluded} totals={totals} />
      </div>
    </Section>
  );
}

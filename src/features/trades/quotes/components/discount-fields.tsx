"use client";

import { useTranslations } from "next-intl";
import { minorDigits } from "@/lib/money";
import { type Discount, NO_DISCOUNT } from "@/lib/pricing/documents";
import { Choices } from "@/ui/choice";
import { DecimalField } from "@/ui/decimal-field";

/** What is not a number yet counts as nothing. */
export const countedDiscount = (discount: Discount): Discount =>
  Number.isSafeInteger(discount.is === "rate" ? discount.rate : discount.amount) ? discount : NO_DISCOUNT;

interface DiscountFieldsProps {
  discount: Discount;
  currency: string;
  onChange: (discount: Discount) => void;
}

/** What is off the whole of a quote or an invoice: a part of it, or an amount. */
export function DiscountFields({ discount, currency, onChange }: DiscountFieldsProps) {
  const t = useTranslations("trades.quotes");
  const digits = minorDigits(currency);
  return (
    <>
      <Choices
        label={t("discount")}
        value={discount.is}
        choices={[
          { value: "rate", label: t("discountRate") },
          { value: "amount", label: t("discountAmount") },
        ]}
        onChange={(is) => onChange(is === "rate" ? { is, rate: 0 } : { is, amount: 0 })}
      />
      {discount.is === "rate" ? (
        <DecimalField
          key="rate"
          label={t("off")}
          unit="%"
          digits={2}
          value={discount.rate}
          onChange={(rate) => onChange({ is: "rate", rate: rate ?? 0 })}
        />
      ) : (
        <DecimalField
          key="amount"
          label={t("off")}
          unit={currency}
          digits={digits}
          least={digits}
          value={discount.amount}
          onChange={(amount) => onChange({ is: "amount", amount: amount ?? 0 })}
        />
      )}
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import type { QuoteKind } from "@/lib/enums/trades-quotes";
import { minorDigits } from "@/lib/money";
import { calculate, type DocumentLine, marginOf } from "@/lib/pricing/documents";
import type { OrderedPiece } from "@/lib/pricing/pieces";
import type { RouterOutputs } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { DecimalField } from "@/ui/decimal-field";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import type { OfferedPrices } from "../hooks/use-offered";
import { givenAway, isBelowFloor, linesOfPieces } from "../rules";
import type { QuoteFields } from "../schema";
import { Sums } from "./sums";

interface LiveSumsProps {
  workspace: Workspace;
  kind: QuoteKind;
  currency: string;
  form: UseFormReturn<QuoteFields>;
  offered: OfferedPrices;
  pricing: RouterOutputs["trades"]["pricing"]["settings"]["data"];
}

const whole = (value: unknown): value is number => typeof value === "number" && Number.isSafeInteger(value);

/** What is written so far comes to, by the calculation that the server keeps, with what would remain of it. */
export function LiveSums({ workspace, kind, currency, form, offered, pricing }: LiveSumsProps) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const [pieces, lines, adjustments, discount] = useWatch({ control: form.control, name: ["pieces", "lines", "adjustments", "discount"] });
  // What is not a number yet counts as nothing.
  const sized = pieces.filter(({ length, width, count }) => [length, width, count].every(whole)) as unknown as OrderedPiece[];
  const all: DocumentLine[] = [
    ...linesOfPieces(sized, offered.items, adjustments, { slabs: offered.slabs, waste: pricing.waste }),
    ...lines
      .filter(({ quantity, price, cost, discount: off }) => [quantity, price, cost, off].every(whole))
      .map(({ taxUid, ...line }): DocumentLine => ({ ...line, source: "hand", tax: offered.taxOf(taxUid), chosen: false })),
  ];
  const known = (discount.is === "rate" ? whole(discount.rate) : whole(discount.amount)) ? discount : { is: "rate" as const, rate: 0 };
  const terms = { taxMode: workspace.taxMode, taxIncluded: pricing.taxIncluded, discount: known };
  const calculated = calculate(all, terms);
  const { totals } = calculated;
  const margin = marginOf(totals);
  const below = isBelowFloor(calculated, pricing.marginFloor);
  // How much a variation may take out of its job the server knows, and says once it is saved.
  const sold = kind === "variation" ? Number.POSITIVE_INFINITY : 0;
  const over = workspace.role !== "owner" && givenAway(all, terms, sold) > pricing.discountLimit;
  const set = (next: QuoteFields["discount"]) => form.setValue("discount", next, { shouldDirty: true });
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
        <Sums
          currency={currency}
          taxIncluded={pricing.taxIncluded}
          payment={{ deposit: pricing.deposit, days: pricing.paymentDays }}
          totals={totals}
        />
        <dl className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-3">
          <dt className="text-ink-soft">{t("margin")}</dt>
          <dd className={below ? "tabular font-semibold text-danger" : "tabular font-semibold"}>
            {margin === null ? "–" : format.rate(margin)}
          </dd>
        </dl>
        {below ? <Alert tone="warning">{t("belowFloor", { floor: format.rate(pricing.marginFloor) })}</Alert> : null}
        {over ? <Alert tone="warning">{t("overLimit", { limit: format.rate(pricing.discountLimit) })}</Alert> : null}
      </div>
    </Section>
  );
}

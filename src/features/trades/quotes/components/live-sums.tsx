"use client";

import { useTranslations } from "next-intl";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { useFormat } from "@/i18n/use-format";
import type { QuoteKind } from "@/lib/enums/trades-quotes";
import { calculate, type DocumentLine, marginOf } from "@/lib/pricing/documents";
import type { OrderedPiece } from "@/lib/pricing/pieces";
import type { RouterOutputs } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import type { OfferedPrices } from "../hooks/use-offered";
import { givenAway, isBelowFloor, linesOfPieces } from "../rules";
import type { QuoteFields } from "../schema";
import { countedDiscount, DiscountFields } from "./discount-fields";
import { Sums } from "./sums";

interface LiveSumsProps {
  workspace: Workspace;
  kind: QuoteKind;
  currency: string;
  form: UseFormReturn<QuoteFields>;
  offered: OfferedPrices;
  pricing: RouterOutputs["trades"]["pricing"]["settings"]["data"];
}

/** What is written so far comes to, by the calculation that the server keeps, with what would remain of it. */
export function LiveSums({ workspace, kind, currency, form, offered, pricing }: LiveSumsProps) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const [pieces, lines, adjustments, discount] = useWatch({ control: form.control, name: ["pieces", "lines", "adjustments", "discount"] });
  // What is not a number yet counts as nothing.
  const sized = pieces.filter(({ length, width, count }) =>
    [length, width, count].every(Number.isSafeInteger),
  ) as unknown as OrderedPiece[];
  const all: DocumentLine[] = [
    ...linesOfPieces(sized, offered.items, adjustments, { slabs: offered.slabs, waste: pricing.waste }),
    ...lines
      .filter(({ quantity, price, cost, discount: off }) => [quantity, price, cost, off].every(Number.isSafeInteger))
      .map(({ taxUid, ...line }): DocumentLine => ({ ...line, source: "hand", tax: offered.taxOf(taxUid), chosen: false })),
  ];
  const terms = { taxMode: workspace.taxMode, taxIncluded: pricing.taxIncluded, discount: countedDiscount(discount) };
  const calculated = calculate(all, terms);
  const { totals } = calculated;
  const margin = marginOf(totals);
  const below = isBelowFloor(calculated, pricing.marginFloor);
  // How much a variation may take out of its job the server knows, and says once it is saved.
  const sold = kind === "variation" ? Number.POSITIVE_INFINITY : 0;
  const over = workspace.role !== "owner" && givenAway(all, terms, sold) > pricing.discountLimit;
  const set = (next: QuoteFields["discount"]) => form.setValue("discount", next, { shouldDirty: true });
  return (
    <Section title={t("sums")}>
      <div className="grid gap-5">
        <DiscountFields discount={discount} currency={currency} onChange={set} />
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

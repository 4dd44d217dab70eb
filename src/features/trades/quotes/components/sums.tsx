"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { payingOf, type TaxSum } from "@/lib/pricing/documents";
import { taxSumWords } from "@/lib/pricing/tax-words";

interface SumsProps {
  currency: string;
  taxIncluded: boolean;
  /** What is asked for when it is accepted, and when the rest is; nothing of it stands where this is none. */
  payment?: { deposit: number; days: number };
  totals: {
    lines: number;
    discount: number;
    net: number;
    taxes: TaxSum[];
    total: number;
  };
}

/** What a document comes to, from its lines to the whole. */
export function Sums({ currency, taxIncluded, payment, totals }: SumsProps) {
  const t = useTranslations("trades.document");
  const format = useFormat();
  const money = (amount: number) => <span className="tabular">{format.money(amount, currency)}</span>;
  const row = (label: string, amount: number) => (
    <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6">
      <dt className="text-ink-soft">{label}</dt>
      <dd className="ms-auto">{money(amount)}</dd>
    </div>
  );
  const paying = payment && payingOf(totals, payment, taxIncluded);
  return (
    <>
      <dl className="grid gap-2">
        {totals.discount > 0 ? [row(t("lines"), totals.lines), row(t("discount"), -totals.discount)] : null}
        {row(t("net"), totals.net)}
        {totals.taxes.map(({ net, tax, ...of }) =>
          row(
            taxSumWords(of, totals.taxes.length > 1, (key, values) => t(key, values as never), format.rate, format.money(net, currency)),
            tax,
          ),
        )}
        <div className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-line pt-2 text-lg font-bold">
          <dt>{t("total")}</dt>
          <dd className="ms-auto">{money(totals.total)}</dd>
        </div>
      </dl>
      <p className="mt-2 text-sm text-ink-soft">{t(taxIncluded ? "included" : "excluded")}</p>
      {paying?.deposit ? (
        <p className="mt-1 text-sm text-ink-soft">
          {t("deposit", { rate: format.rate(paying.deposit.rate), amount: format.money(paying.deposit.amount, currency) })}
        </p>
      ) : null}
      {paying ? <p className="mt-1 text-sm text-ink-soft">{t("within", { days: paying.days })}</p> : null}
    </>
  );
}

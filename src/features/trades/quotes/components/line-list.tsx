"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { PriceUnit } from "@/lib/enums/trades-pricing";

interface ShownLine {
  text: string;
  unit: PriceUnit;
  quantity: number;
  price: number;
  discount: number;
  optional: boolean;
  chosen: boolean;
  amounts: { gross: number; discount: number };
}

interface LineListProps {
  lines: readonly ShownLine[];
  currency: string;
  /** What stands beside an option, such as a box to tick. */
  option?: (line: ShownLine, at: number) => ReactNode;
}

/** The lines of a document: what, how many, for how much each, and what that comes to. */
export function LineList({ lines, currency, option }: LineListProps) {
  const t = useTranslations("trades.document");
  const format = useFormat();
  return (
    <ul className="divide-y divide-line">
      {lines.map((line, at) => {
        const out = line.optional && !line.chosen;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines may be alike, and never move
          <li key={at} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 gap-y-1 py-3">
            <div className="min-w-0">
              <p className="font-medium wrap-anywhere">
                <bdi>{line.text}</bdi>
              </p>
              <p className="text-sm text-ink-soft">
                {format.joined([
                  t(`units.${line.unit}`, { count: format.quantity(line.quantity) }),
                  format.money(line.price, currency),
                  line.discount > 0 ? t("off", { rate: format.rate(line.discount) }) : "",
                ])}
              </p>
              {line.optional ? (option?.(line, at) ?? <p className="text-sm text-ink-soft">{t(out ? "option" : "optionTaken")}</p>) : null}
            </div>
            <p className={out ? "tabular text-ink-soft" : "tabular font-semibold"}>
              {format.money(line.amounts.gross - line.amounts.discount, currency)}
            </p>
          </li>
        );
      })}
    </ul>
  );
}

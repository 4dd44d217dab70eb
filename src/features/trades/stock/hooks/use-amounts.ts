"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { StockUnit } from "@/lib/enums/trades-stock";
import { unitsOf } from "../rules";

/** How a quantity is written with its unit. @param quantity in thousandths */
export function useAmounts(): (quantity: number, unit: StockUnit) => string {
  const t = useTranslations("trades.stock.amounts");
  const format = useFormat();
  return (quantity, unit) => {
    const count = unitsOf(quantity);
    return t(unit, { count, n: format.number(count) });
  };
}

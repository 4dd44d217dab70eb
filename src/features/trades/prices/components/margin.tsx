"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";

/** What remains of a price; marked where it is less than the shop wants. @param margin in basis points, null for none */
export function Margin({ margin, floor }: { margin: number | null; floor: number }) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  if (margin === null) return <span className="text-ink-soft">–</span>;
  const low = margin < floor;
  return (
    <span className={clsx("tabular", low && "font-medium text-danger")}>
      <bdi>{format.rate(Math.round(margin / 10) * 10)}</bdi>
      {low ? <span className="sr-only"> {t("belowFloor")}</span> : null}
    </span>
  );
}

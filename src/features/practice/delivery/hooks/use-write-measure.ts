"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { Measure } from "../rules";

/** How each measure of a take is written, with its unit. */
export function useWriteMeasure(): Record<Measure, (value: number) => string> {
  const t = useTranslations("practice.delivery");
  const format = useFormat();
  return {
    speaking: format.clock,
    onset: format.seconds,
    pauses: format.seconds,
    rate: (value) => t("perSecond", { value: format.tenths(value) }),
    loudness: (value) => t("decibels", { value: format.number(Math.round(value)) }),
  };
}

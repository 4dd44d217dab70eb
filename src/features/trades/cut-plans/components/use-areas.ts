"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";

/** Sizes and areas as a workshop says them. */
export function useAreas() {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  return {
    /** @param mm2 square millimetres */
    area: (mm2: number) => t("area", { value: format.number(Math.round(mm2 / 10_000) / 100) }),
    size: ({ length, width }: { length: number; width: number }) =>
      t("size", { length: format.number(length), width: format.number(width) }),
  };
}

"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { areaOf } from "../rules";

interface Size {
  length: number;
  width: number;
}

/** How the size of a slab is written: its sides in mm, its area in square metres. */
export function useSizes() {
  const t = useTranslations("trades.slabs");
  const format = useFormat();
  const mm = (...sides: number[]) => t("mm", { value: sides.map(format.number).join(" × ") });
  return {
    size: ({ length, width, thickness }: Size & { thickness: number }) => mm(length, width, thickness),
    sides: ({ length, width }: Size) => mm(length, width),
    area: (size: Size) => t("area", { area: format.hundredths(areaOf(size) / 1e6) }),
  };
}

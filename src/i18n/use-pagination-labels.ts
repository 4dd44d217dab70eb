"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "./use-format";

export function usePaginationLabels() {
  const t = useTranslations("pagination");
  const format = useFormat();
  return { nav: t("nav"), previous: t("previous"), next: t("next"), page: (page: number) => t("page", { page: format.number(page) }) };
}

"use client";

import { useTranslations } from "next-intl";
import { SHOWN_FAILURES } from "../rules";

/** Says where there are more than a list shows. */
export function OnlyFirst({ total = 0 }: { total: number | undefined }) {
  const t = useTranslations("admin.operations");
  return total > SHOWN_FAILURES ? (
    <p className="mt-3 text-sm text-ink-soft">{t("onlyFirst", { shown: SHOWN_FAILURES, count: total })}</p>
  ) : null;
}

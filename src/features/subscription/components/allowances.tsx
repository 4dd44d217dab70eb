"use client";

import { CheckIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { Entitlements } from "../rules";

/** What a plan allows, in words: the table by which the server refuses. */
export function Allowances({ entitlements }: { entitlements: Entitlements }) {
  const t = useTranslations("subscription.allows");
  const format = useFormat();
  const { storedTakesPerWeek, storageBytes, reviewsWanted, simulation, exportMedia } = entitlements;
  const lines = [
    storedTakesPerWeek === null ? t("takesUnlimited") : t("takes", { count: storedTakesPerWeek }),
    t("storage", { size: format.size(storageBytes) }),
    t("reviews", { count: reviewsWanted }),
    ...(simulation ? [t("simulation")] : []),
    ...(exportMedia ? [t("export")] : []),
  ];
  return (
    <ul className="grid gap-2.5">
      {lines.map((line) => (
        <li key={line} className="flex gap-2.5">
          <CheckIcon className="mt-0.5 size-5 shrink-0 text-primary-text" aria-hidden="true" />
          {line}
        </li>
      ))}
    </ul>
  );
}

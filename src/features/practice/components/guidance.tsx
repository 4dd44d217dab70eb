"use client";

import { ChevronDownIcon, LightBulbIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { Card } from "@/ui/card";

/** What a good answer to this question shows. Closed by default: before a take it would give the answer away. */
export function Guidance({ points, open = false }: { points: string[]; open?: boolean }) {
  const t = useTranslations("practice");
  return (
    <Card>
      <details className="group" open={open}>
        <summary className="flex min-h-14 list-none items-center gap-3 rounded-box px-5 font-semibold sm:px-8 [&::-webkit-details-marker]:hidden">
          <LightBulbIcon className="size-6 shrink-0 text-primary-text" />
          <span className="grow">{t("guidance")}</span>
          <ChevronDownIcon className="size-5 shrink-0 transition-transform group-open:rotate-180" />
        </summary>
        <ul className="grid list-disc gap-2 ps-12 pe-5 pb-5 text-ink-soft marker:text-primary-text sm:ps-16 sm:pe-8">
          {points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      </details>
    </Card>
  );
}

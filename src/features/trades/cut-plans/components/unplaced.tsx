"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Alert } from "@/ui/card";
import type { Plan } from "./plan-page";

/** Pieces for which there was no room: they go on waiting. */
export function Unplaced({ plan }: { plan: Plan }) {
  const t = useTranslations("trades.plans");
  const format = useFormat();
  const out = new Set(plan.unplaced);
  return (
    <Alert tone="warning" title={t("unplaced", { count: plan.unplaced.length })}>
      <ul className="mt-1 list-disc ps-5">
        {plan.ordered
          .filter(({ uid }) => out.has(uid))
          .map(({ uid, job, label, length, width }) => (
            <li key={uid} className="wrap-anywhere">
              <bdi>
                #{format.reference(job.number)} {label}
              </bdi>{" "}
              <bdi>{t("size", { length: format.number(length), width: format.number(width) })}</bdi>
            </li>
          ))}
      </ul>
    </Alert>
  );
}

"use client";

import { usePathname } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { useHeldPlan } from "../hooks/use-held-plan";

const PAGE = "/dashboard/subscription";

/** Wherever somebody is: a payment is owed, until when everything works, and the way to pay. Its own page says it itself. */
export function OverdueBanner() {
  const t = useTranslations("subscription.banner");
  const plans = useTranslations("subscription.plans");
  const format = useFormat();
  const pathname = usePathname();
  const held = useHeldPlan();
  if (!held || !(held.status === "past_due" || held.status === "unpaid") || pathname === PAGE) return null;
  return (
    <div className="mb-6 print:hidden">
      <Alert tone="warning">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="min-w-0 flex-1 basis-60">
            {held.graceEndsAt ? t("overdue", { date: format.date(held.graceEndsAt) }) : t("over", { plan: plans(held.plan) })}
          </p>
          <ButtonLink href={PAGE} size="sm">
            {t("act")}
          </ButtonLink>
        </div>
      </Alert>
    </div>
  );
}

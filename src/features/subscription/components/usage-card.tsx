"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Card } from "@/ui/card";
import type { UsageNow } from "./current-plan";

/** How much of what the plan allows is used. */
export function UsageCard({ usage }: { usage: UsageNow }) {
  const t = useTranslations("subscription.usage");
  const allows = useTranslations("subscription.allows");
  const format = useFormat();
  const { entitlements, takes, storedBytes } = usage;
  const limit = entitlements.storedTakesPerWeek;
  return (
    <Card className="grid gap-5 p-5 sm:p-8">
      <h2 className="text-lg font-semibold">{t("title")}</h2>
      <Meter
        label={t("takes")}
        value={limit === null ? allows("takesUnlimited") : t("takesOf", { used: format.number(takes.used), limit: format.number(limit) })}
        share={limit === null ? 0 : takes.used / limit}
      />
      {takes.nextFreeAt ? <p className="text-sm text-ink-soft">{t("nextFree", { date: format.dateTime(takes.nextFreeAt) })}</p> : null}
      <Meter
        label={t("storage")}
        value={t("storageOf", { used: format.size(storedBytes), limit: format.size(entitlements.storageBytes) })}
        share={storedBytes / entitlements.storageBytes}
      />
      {limit === null ? null : <p className="text-sm text-ink-soft">{t("deletedCount")}</p>}
    </Card>
  );
}

/** A bar beside its own words: colour and length say nothing that they do not. */
function Meter({ label, value, share }: { label: string; value: string; share: number }) {
  const full = share >= 1;
  return (
    <div>
      <p className="flex flex-wrap justify-between gap-x-4">
        <span className="font-medium">{label}</span>
        <span className="text-ink-soft">{value}</span>
      </p>
      <div className="mt-2 h-2 overflow-hidden rounded-full bg-sunken" aria-hidden="true">
        <div
          className={clsx("h-full rounded-full", full ? "bg-warning" : "bg-primary")}
          style={{ width: `${Math.min(100, Math.max(share > 0 ? 2 : 0, share * 100))}%` }}
        />
      </div>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { Badge } from "@/ui/card";
import { CardWaits, SettingsCard } from "./settings-card";

/** Who of the team asked to look at the account, why, and what became of it: nobody looks unseen. */
export function ViewingsCard() {
  const t = useTranslations("account.viewings");
  const format = useFormat();
  const query = trpc.account.viewings.list.useQuery();
  const viewings = query.data?.data;
  return (
    <SettingsCard title={t("title")} lead={t("lead")}>
      {viewings ? null : <CardWaits query={query} />}
      {viewings?.length === 0 ? <p className="rounded-box bg-sunken px-4 py-6 text-center text-ink-soft">{t("empty")}</p> : null}
      <ul className="divide-y divide-line">
        {viewings?.map(({ uid, by, reason, state, askedAt, openedAt }) => (
          <li key={uid} className="grid gap-1 py-3">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <bdi className="font-medium">{by || t("gone")}</bdi>
              <Badge tone={state === "allowed" ? "warning" : "neutral"}>{t(`states.${state}`)}</Badge>
            </p>
            <p className="break-words" dir="auto">
              {reason}
            </p>
            <p className="flex flex-wrap gap-x-4 text-sm text-ink-soft">
              <span>{format.dateTime(askedAt)}</span>
              <span>{openedAt ? t("opened", { time: format.dateTime(openedAt) }) : t("notOpened")}</span>
            </p>
          </li>
        ))}
      </ul>
    </SettingsCard>
  );
}

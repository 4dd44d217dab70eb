"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { CARE, CARE_LOG, PROPOSALS } from "../../hrefs";

export type CareTab = "reports" | "proposals" | "log";

const HREFS: Record<CareTab, string> = { reports: CARE, proposals: PROPOSALS, log: CARE_LOG };

/** What there is to look after, with how much of it waits. */
export function CareNav({ current }: { current: CareTab }) {
  const t = useTranslations("forum.care");
  const format = useFormat();
  const waiting = trpc.forum.moderation.waiting.useQuery().data?.data;
  const counts: Record<CareTab, number | undefined> = { reports: waiting?.reports, proposals: waiting?.proposals, log: undefined };
  return (
    <nav aria-label={t("tabs")} className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
      {(["reports", "proposals", "log"] as const).map((tab) => (
        <Link
          key={tab}
          href={HREFS[tab]}
          aria-current={tab === current ? "page" : undefined}
          className={clsx(
            "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
            tab === current ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
          )}
        >
          {t(`tab.${tab}`)}
          {counts[tab] ? <span className="tabular">{format.number(counts[tab])}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

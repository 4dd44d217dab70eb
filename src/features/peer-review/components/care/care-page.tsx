"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { PageHeading } from "@/ui/card";
import { useAddress } from "@/ui/use-address";
import { REVIEW_CARE } from "../../hrefs";
import { CaseList } from "./case-list";
import { WaitingList } from "./waiting-list";

const TABS = ["cases", "waiting"] as const;

/** Where reviews are looked after: what was disputed, and whoever has waited too long. */
export function ReviewCarePage() {
  const t = useTranslations("peerReview.desk");
  const format = useFormat();
  const { params } = useAddress();
  const tab = params.get("tab") === "waiting" ? "waiting" : "cases";
  const counts = trpc.peerReview.care.counts.useQuery().data?.data;
  return (
    <>
      <PageHeading title={t("title")} lead={t(`lead.${tab}`)} />
      <nav aria-label={t("tabs")} className="mb-6 flex gap-1 overflow-x-auto border-b border-line">
        {TABS.map((one) => (
          <Link
            key={one}
            href={one === "cases" ? REVIEW_CARE : `${REVIEW_CARE}?tab=${one}`}
            aria-current={tab === one ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-11 items-center gap-2 border-b-2 px-3 font-medium whitespace-nowrap -outline-offset-2 transition-colors",
              tab === one ? "border-primary text-primary-text" : "border-transparent text-ink-soft hover:text-ink",
            )}
          >
            {t(`tab.${one}`)}
            {counts?.[one] ? <span className="tabular">{format.number(counts[one])}</span> : null}
          </Link>
        ))}
      </nav>
      {tab === "cases" ? <CaseList /> : <WaitingList />}
    </>
  );
}

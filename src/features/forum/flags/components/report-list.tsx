"use client";

import { ShieldCheckIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Refused } from "@/trpc/refused";
import { Notice } from "@/ui/card";
import { Pagination, pageOf } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useWithinPages } from "@/ui/use-within-pages";
import { ReportCard } from "./report-card";

/** Messages that were reported and wait for a decision. */
export function ReportList() {
  const t = useTranslations("forum.care");
  const { params, href, replace } = useAddress();
  const page = pageOf(params);
  const heading = useRef<HTMLHeadingElement>(null);
  const query = trpc.forum.reports.list.useQuery({ page }, { placeholderData: keepPreviousData });
  useWithinPages(query, page, (to) => replace({ page: to }));
  if (isMissing(query)) return <Refused query={query} level={2} />;
  if (!query.data) return <LoadingList />;
  const { data, meta } = query.data;
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="sr-only">
        {t("tab.reports")}
      </h2>
      {meta.total === 0 ? <Notice icon={<ShieldCheckIcon />} title={t("noReports")} text={t("noReportsText")} /> : null}
      <ul className="grid gap-5">
        {data.map((report) => (
          <li key={report.post.uid}>
            <ReportCard report={report} onDone={() => heading.current?.focus()} onPictureGone={() => void query.refetch()} />
          </li>
        ))}
      </ul>
      <Pagination page={page} total={meta.total} href={(target) => href({ page: target })} />
    </>
  );
}

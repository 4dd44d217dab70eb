"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import { manages } from "../../rules";
import { DueDay } from "./due-day";
import { JobStateBadge } from "./state-badge";

/** What is, was and will be done for a customer, the latest first. */
export function CustomerJobs({ workspace, customerUid }: { workspace: Workspace; customerUid: string }) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const [page, setPage] = useState(FIRST_PAGE);
  const query = trpc.trades.jobs.list.useQuery({ workspaceId: workspace.uid, customerUid, page }, { placeholderData: keepPreviousData });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const create = manages(workspace.role) ? (
    <ButtonLink look="outline" href={jobHref(workspace.uid, { customer: customerUid })} icon={<PlusIcon className="size-5" />}>
      {t("new")}
    </ButtonLink>
  ) : null;
  return (
    <Section title={t("jobs")} action={create}>
      {query.data ? null : <LoadingList />}
      {query.data?.data.length === 0 ? <p className="text-ink-soft">{t("noneForCustomer")}</p> : null}
      <ul className="divide-y divide-line">
        {query.data?.data.map((job) => (
          <li key={job.uid} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5">
            <Link
              href={jobHref(workspace.uid, { uid: job.uid })}
              className="inline-flex min-h-11 min-w-0 flex-1 basis-56 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              <bdi className="text-ink-soft">#{format.reference(job.number)}</bdi>
              <bdi className="min-w-0 wrap-anywhere">{job.title}</bdi>
            </Link>
            <span className="flex flex-wrap items-center gap-3 text-sm text-ink-soft">
              <DueDay workspace={workspace} job={job} />
              <JobStateBadge workspaceId={workspace.uid} state={job.state} />
            </span>
          </li>
        ))}
      </ul>
      <Pagination page={page} total={query.data?.meta.total ?? 0} onSelect={setPage} />
    </Section>
  );
}

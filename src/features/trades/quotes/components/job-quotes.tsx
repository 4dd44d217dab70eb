"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { usePaginationLabels } from "@/i18n/use-pagination-labels";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { quoteHref } from "../../components/places";
import type { Workspace } from "../../components/workspace-frame";
import { useQuoteNumber } from "../hooks/use-quote-number";
import { QuoteStateBadge } from "./quote-state";

/** What was offered for a job, and its variations: for those who manage the workspace. */
export function JobQuotes({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const labels = usePaginationLabels();
  const format = useFormat();
  const numberOf = useQuoteNumber();
  const { params, href } = useAddress();
  const page = Math.max(FIRST_PAGE, Math.floor(Number(params.get("quotes")) || FIRST_PAGE));
  const query = trpc.trades.quotes.list.useQuery({ workspaceId: workspace.uid, jobUid, page }, { placeholderData: keepPreviousData });
  if (query.isError && !query.data) return <LoadFailed query={query} />;
  const rows = query.data?.data;
  return (
    <Section
      title={t("ofJob")}
      action={
        <ButtonLink look="outline" href={quoteHref(workspace.uid, { job: jobUid })} icon={<PlusIcon className="size-5" />}>
          {t("new")}
        </ButtonLink>
      }
    >
      {rows ? null : <LoadingList label={common("loading")} />}
      {rows?.length === 0 ? <p className="text-ink-soft">{t("noneOfJob")}</p> : null}
      <ul className="divide-y divide-line">
        {rows?.map((row) => (
          <li key={row.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
            <Link
              href={quoteHref(workspace.uid, { uid: row.uid })}
              className="inline-flex min-h-11 min-w-0 flex-1 basis-48 items-center font-medium wrap-anywhere text-primary-text underline-offset-4 hover:underline"
            >
              <span>
                <bdi>#{numberOf(row)}</bdi> <bdi>{row.title}</bdi>
              </span>
            </Link>
            <span className="flex flex-wrap items-center gap-3">
              <QuoteStateBadge state={row.state} />
              <span className="font-semibold tabular">{format.money(row.total, row.currency)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        total={query.data?.meta.total ?? 0}
        href={(to) => href({ quotes: to })}
        labels={labels}
        format={format.number}
      />
    </Section>
  );
}

"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { ButtonLink } from "@/ui/button";
import { JobDocuments, useDocumentsPage } from "../../components/job-documents";
import type { Workspace } from "../../components/workspace-frame";
import { quoteHref } from "../../hrefs";
import { useQuoteNumber } from "../hooks/use-quote-number";
import { QuoteStateBadge } from "./quote-state";

/** What was offered for a job, and its variations: for those who manage the workspace. */
export function JobQuotes({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.quotes");
  const numberOf = useQuoteNumber();
  const page = useDocumentsPage("quotes");
  const query = trpc.trades.quotes.list.useQuery({ workspaceId: workspace.uid, jobUid, page }, { placeholderData: keepPreviousData });
  return (
    <JobDocuments
      title={t("ofJob")}
      none={t("noneOfJob")}
      action={
        <ButtonLink look="outline" href={quoteHref(workspace.uid, { job: jobUid })} icon={<PlusIcon className="size-5" />}>
          {t("new")}
        </ButtonLink>
      }
      query={query}
      place="quotes"
      href={({ uid }) => quoteHref(workspace.uid, { uid })}
      name={(row) => (
        <>
          <bdi>#{numberOf(row)}</bdi> <bdi>{row.title}</bdi>
        </>
      )}
      badge={({ state }) => <QuoteStateBadge state={state} />}
    />
  );
}

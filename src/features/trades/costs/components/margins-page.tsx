"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { JOB_STATES } from "@/lib/enums/trades";
import { inUnits } from "@/lib/money";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { jobHref, workspaceHref } from "../../hrefs";
import { JobStateBadge } from "../../jobs/components/state-badge";
import { useJobWords } from "../../jobs/hooks/use-job-words";
import { manages } from "../../rules";
import type { MarginRowDto } from "../dto";
import { MARGIN_ORDERS } from "../schema";
import { BudgetBadge } from "./budget-state";

/** What remains of what jobs bring in: for those who manage the workspace. */
export function MarginsPage() {
  const t = useTranslations("trades.costs.margins");
  const jobs = useTranslations("trades.jobs");
  return (
    <WorkspaceFrame tab="jobs">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "jobs")} text={jobs("all")} />
          {manages(workspace.role) ? (
            <>
              <h2 className="text-xl font-bold">{t("title")}</h2>
              <p className="mt-1 mb-5 max-w-prose text-ink-soft">{t("lead")}</p>
              <Margins workspace={workspace} />
            </>
          ) : (
            <Notice icon={<LockClosedIcon />} title={t("managersOnly")}>
              <ButtonLink href={workspaceHref(workspace.uid, "jobs")} look="outline">
                {jobs("all")}
              </ButtonLink>
            </Notice>
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function Margins({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.costs.margins");
  const budgets = useTranslations("trades.costs.budget");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const { params, search, href } = useAddress();
  const page = pageOf(params);
  const { sort, onSort } = useSort(MARGIN_ORDERS, { column: "number", descending: true });
  const state = JOB_STATES.find((one) => one === params.get("state"));
  const query = trpc.trades.costs.margins.useQuery(
    { workspaceId: workspace.uid, page, search: search || undefined, state, order: sort.column, descending: sort.descending },
    { placeholderData: keepPreviousData },
  );
  const share = (rate: number | null) => (rate === null ? "–" : format.percent(rate / 10_000));
  const amount = (id: "net" | "quoted" | "actual"): Column<MarginRowDto> => ({
    id,
    header: t(id),
    textHeader: format.joined([t(id), workspace.currency]),
    align: "end",
    cell: (row) => format.money(row[id], workspace.currency),
    text: (row) => inUnits(row[id], workspace.currency),
  });
  const columns: Column<MarginRowDto>[] = [
    {
      id: "number",
      header: t("job"),
      fixed: true,
      sortable: true,
      cell: ({ number, title }) => (
        <>
          <bdi>#{format.reference(number)}</bdi> <bdi>{title}</bdi>
        </>
      ),
      text: ({ number, title }) => `#${number} ${title}`,
    },
    { id: "customer", header: t("customer"), cell: ({ customer }) => <bdi>{customer.name}</bdi>, text: ({ customer }) => customer.name },
    {
      id: "state",
      header: t("state"),
      cell: (row) => <JobStateBadge workspaceId={workspace.uid} state={row.state} />,
      text: (row) => wordOf(row.state),
    },
    amount("net"),
    amount("quoted"),
    amount("actual"),
    {
      id: "quotedMargin",
      header: t("quotedMargin"),
      align: "end",
      hidden: true,
      cell: ({ quotedMargin }) => share(quotedMargin),
      text: ({ quotedMargin }) => share(quotedMargin),
    },
    {
      id: "margin",
      header: t("margin"),
      align: "end",
      sortable: true,
      cell: ({ margin }) => share(margin),
      text: ({ margin }) => share(margin),
    },
    { id: "budget", header: t("budget"), cell: ({ budget }) => <BudgetBadge state={budget} />, text: ({ budget }) => budgets(budget) },
  ];
  return (
    <>
      <DataTable
        name="margins"
        caption={t("title")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => jobHref(workspace.uid, { uid })}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="state" label={t("state")} choices={JOB_STATES} words={wordOf} />
          </ContentFilters>
        }
        empty={<NothingFits filters={["state"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
    </>
  );
}

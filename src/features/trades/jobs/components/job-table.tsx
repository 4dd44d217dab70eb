"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { JOB_DUE, JOB_ORDERS, JOB_STATES } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import type { JobRowDto } from "../dto";
import { useJobWords } from "../hooks/use-job-words";
import { useMoving } from "../hooks/use-moving";
import { DueDay } from "./due-day";
import { MovesMenu } from "./moves-menu";
import { JobStateBadge } from "./state-badge";

/** All jobs, ended ones too, ten at a time; what narrows and orders them stands in the address. */
export function JobTable({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const { params, search, href } = useAddress();
  const page = pageOf(params);
  const { sort, onSort } = useSort(JOB_ORDERS, { column: "number", descending: true });
  const among = <T extends string>(values: readonly T[], name: string): T | undefined => values.find((value) => value === params.get(name));
  const query = trpc.trades.jobs.list.useQuery(
    {
      workspaceId: workspace.uid,
      page,
      search: search || undefined,
      state: among(JOB_STATES, "state"),
      due: among(JOB_DUE, "due"),
      order: sort.column,
      descending: sort.descending,
    },
    { placeholderData: keepPreviousData },
  );
  const { begin, dialog } = useMoving(workspace);
  const columns: Column<JobRowDto>[] = [
    {
      id: "title",
      header: t("title"),
      fixed: true,
      sortable: true,
      cell: ({ title }) => <bdi>{title}</bdi>,
      text: ({ title }) => title,
    },
    {
      id: "number",
      header: t("number"),
      sortable: true,
      align: "end",
      cell: ({ number }) => format.reference(number),
      text: ({ number }) => number,
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: ({ state }) => <JobStateBadge workspaceId={workspace.uid} state={state} />,
      text: ({ state }) => wordOf(state),
    },
    { id: "customer", header: t("customer"), cell: ({ customer }) => <bdi>{customer.name}</bdi>, text: ({ customer }) => customer.name },
    { id: "due", header: t("due"), sortable: true, cell: (job) => <DueDay workspace={workspace} job={job} />, text: ({ dueOn }) => dueOn },
    {
      id: "address",
      header: t("site"),
      hidden: true,
      cell: ({ address }) => <bdi>{address.replaceAll("\n", ", ")}</bdi>,
      text: ({ address }) => address,
    },
    {
      id: "move",
      header: t("moveHeader"),
      cell: (job) => <MovesMenu workspace={workspace} job={job} onMove={(to) => begin(job, to)} />,
    },
  ];
  return (
    <>
      <DataTable
        name="jobs"
        caption={t("all")}
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
            <ContentChoice name="due" label={t("due")} choices={JOB_DUE} words={(due) => t(`dueChoices.${due}`)} />
          </ContentFilters>
        }
        empty={<NothingFits filters={["state", "due"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
      {dialog}
    </>
  );
}

"use client";

import { CheckCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge, Notice } from "@/ui/card";
import { type Column, DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useRetry } from "../hooks/use-retry";
import { isFailing } from "../rules";

type Job = RouterOutputs["admin"]["operations"]["jobs"]["data"][number];

/** Each way to sort what is there already. */
const BY: Record<"name" | "doneAt" | "failedAt", (job: Job) => string> = {
  name: ({ name }) => name,
  doneAt: ({ doneAt }) => doneAt ?? "",
  failedAt: ({ failedAt }) => failedAt ?? "",
};

/** What runs later or on a clock. */
export function JobTable() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const query = trpc.admin.operations.jobs.useQuery(undefined, { refetchInterval: 15_000 });
  const run = trpc.admin.operations.run.useMutation();
  const actions = useRetry<Job>(t("run"), (rows) => run.mutateAsync({ names: rows.map(({ name }) => name) }));
  const { sort, onSort } = useSort(["name", "doneAt", "failedAt"], { column: "name", descending: false });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const turn = sort.descending ? -1 : 1;
  const rows = (query.data?.data ?? []).toSorted((a, b) => turn * BY[sort.column](a).localeCompare(BY[sort.column](b)));
  const columns: Column<Job>[] = [
    {
      id: "name",
      header: t("name"),
      fixed: true,
      sortable: true,
      cell: ({ name }) => <bdi dir="ltr">{name}</bdi>,
      text: ({ name }) => name,
    },
    {
      id: "state",
      header: t("state"),
      cell: (job) => (
        <Badge tone={isFailing(job) ? "danger" : job.doneAt ? "success" : "neutral"}>
          {t(`states.${isFailing(job) ? "failing" : job.doneAt ? "fine" : "idle"}`)}
        </Badge>
      ),
      text: (job) => t(`states.${isFailing(job) ? "failing" : job.doneAt ? "fine" : "idle"}`),
    },
    {
      id: "doneAt",
      header: t("doneAt"),
      sortable: true,
      cell: ({ doneAt }) => (doneAt ? format.dateTime(doneAt) : "–"),
      text: ({ doneAt }) => doneAt,
    },
    {
      id: "failedAt",
      header: t("failedAt"),
      sortable: true,
      cell: ({ failedAt, error }) =>
        failedAt ? (
          <>
            {format.dateTime(failedAt)}
            <span className="block text-sm text-ink-soft" dir="ltr">
              {error}
            </span>
          </>
        ) : (
          "–"
        ),
      text: ({ failedAt }) => failedAt,
    },
    { id: "error", header: t("error"), hidden: true, cell: ({ error }) => <bdi dir="ltr">{error ?? "–"}</bdi>, text: ({ error }) => error },
    { id: "waiting", header: t("waiting"), align: "end", cell: ({ waiting }) => format.number(waiting), text: ({ waiting }) => waiting },
    { id: "running", header: t("running"), align: "end", cell: ({ running }) => format.number(running), text: ({ running }) => running },
    {
      id: "cron",
      header: t("cron"),
      hidden: true,
      cell: ({ cron }) => (cron ? <code dir="ltr">{cron}</code> : t("onDemand")),
      text: ({ cron }) => cron,
    },
  ];
  return (
    <DataTable
      name="jobs"
      caption={t("tab.jobs")}
      columns={columns}
      rows={rows}
      rowId={({ name }) => name}
      sort={sort}
      onSort={onSort}
      loading={query.isPending}
      actions={actions}
      empty={<Notice icon={<CheckCircleIcon />} title={t("noJobs")} text={t("noJobsText")} />}
    />
  );
}

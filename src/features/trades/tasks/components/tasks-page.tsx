"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { TASK_DUE, TASK_ORDERS, TASK_STATES, TASK_WHOSE } from "@/lib/enums/trades-tasks";
import { fullName } from "@/lib/names";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { jobHref } from "../../hrefs";
import { manages } from "../../rules";
import { JobField } from "../../schedule/components/job-field";
import type { TaskDto } from "../dto";
import { useQueue } from "../hooks/use-queue";
import { TaskDialog } from "./task-dialog";
import { TaskDue } from "./task-due";
import { TaskMenu } from "./task-menu";
import { TaskStateBadge } from "./task-state";

export function TasksPage() {
  return <WorkspaceFrame tab="tasks">{(workspace) => <Tasks workspace={workspace} />}</WorkspaceFrame>;
}

/** All that is to be done in the shop, ten at a time; what narrows and orders it stands in the address. */
function Tasks({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.tasks");
  const jobWords = useTranslations("trades.jobs");
  const format = useFormat();
  const { params, search, href } = useAddress();
  const page = pageOf(params);
  const { sort, onSort } = useSort(TASK_ORDERS, { column: "due", descending: false });
  const among = <T extends string>(values: readonly T[], name: string): T | undefined => values.find((value) => value === params.get(name));
  const members = trpc.trades.members.list.useQuery({ workspaceId: workspace.uid });
  const people = members.data?.data ?? [];
  const nameOf = (uid: string) => {
    const person = people.find((one) => one.uid === uid);
    return person ? fullName(person) : "";
  };
  const query = trpc.trades.tasks.list.useQuery(
    {
      workspaceId: workspace.uid,
      page,
      search: search || undefined,
      state: among(TASK_STATES, "state"),
      whose: among(TASK_WHOSE, "whose"),
      assignee: people.find(({ uid }) => uid === params.get("whose"))?.uid,
      due: among(TASK_DUE, "due"),
      order: sort.column,
      descending: sort.descending,
    },
    { placeholderData: keepPreviousData },
  );
  const queue = useQueue(workspace.uid);
  const [open, setOpen] = useState<TaskDto | "new">();
  // Whose tasks the address asks for is one of them.
  if (isMissing(members)) return <LoadFailed query={members} />;
  const managing = manages(workspace.role);
  const columns: Column<TaskDto>[] = [
    {
      id: "title",
      header: t("title"),
      fixed: true,
      sortable: true,
      cell: ({ title }) => <bdi>{title}</bdi>,
      text: ({ title }) => title,
    },
    {
      id: "state",
      header: t("state"),
      sortable: true,
      cell: ({ state }) => <TaskStateBadge state={state} />,
      text: ({ state }) => t(`states.${state}`),
    },
    {
      id: "due",
      header: t("due"),
      sortable: true,
      cell: (task) => <TaskDue workspace={workspace} task={task} />,
      text: ({ dueOn }) => dueOn,
    },
    {
      id: "job",
      header: t("job"),
      cell: ({ job }) =>
        job ? (
          <Link href={jobHref(workspace.uid, { uid: job.uid })} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
            <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </Link>
        ) : null,
      text: ({ job }) => (job ? `${job.number} ${job.title}` : ""),
    },
    {
      id: "assignees",
      header: t("assignees"),
      cell: ({ assignees }) => <bdi>{format.list(assignees.map(({ name }) => name))}</bdi>,
      text: ({ assignees }) => assignees.map(({ name }) => name).join(", "),
    },
    ...(managing
      ? [
          {
            id: "menu",
            header: t("more"),
            cell: (task: TaskDto) => <TaskMenu workspace={workspace} task={task} queue={queue} onEdit={() => setOpen(task)} />,
          },
        ]
      : []),
  ];
  const edited = typeof open === "object" ? open : null;
  return (
    <>
      {managing ? (
        <div className="mb-5 flex justify-end">
          <Button icon={<PlusIcon className="size-5" />} onClick={() => setOpen("new")}>
            {t("new")}
          </Button>
        </div>
      ) : null}
      <DataTable
        name="tasks"
        caption={t("tasks")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="state" label={t("state")} choices={TASK_STATES} words={(state) => t(`states.${state}`)} />
            <ContentChoice
              name="whose"
              label={t("assignees")}
              choices={[...TASK_WHOSE, ...people.filter(({ you }) => !you).map(({ uid }) => uid)]}
              words={(one) => {
                const whose = TASK_WHOSE.find((word) => word === one);
                return whose ? t(`whose.${whose}`) : nameOf(one);
              }}
            />
            <ContentChoice name="due" label={t("due")} choices={TASK_DUE} words={(due) => jobWords(`dueChoices.${due}`)} />
          </ContentFilters>
        }
        empty={<NothingFits filters={["state", "whose", "due"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
      {open ? <Opened key={edited?.uid ?? "new"} workspace={workspace} task={edited} onClose={() => setOpen(undefined)} /> : null}
    </>
  );
}

/** A task with what else there is to do for its job; of which job a new one is, is chosen. */
function Opened({ workspace, task, onClose }: { workspace: Workspace; task: TaskDto | null; onClose: () => void }) {
  const [chosen, setChosen] = useState<string | null>(null);
  const jobUid = task ? (task.job?.uid ?? null) : chosen;
  const query = trpc.trades.tasks.ofJob.useQuery({ workspaceId: workspace.uid, jobUid: jobUid ?? "" }, { enabled: jobUid !== null });
  const others = (query.data?.data.tasks ?? []).filter(({ uid }) => uid !== task?.uid);
  return (
    <TaskDialog
      workspace={workspace}
      task={task}
      jobUid={jobUid}
      others={others}
      job={
        <>
          {task ? null : <JobField workspace={workspace} value={chosen} known={null} onChange={setChosen} />}
          {isMissing(query) ? <LoadFailed query={query} /> : null}
        </>
      }
      onClose={onClose}
    />
  );
}

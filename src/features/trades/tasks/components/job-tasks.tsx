"use client";

import { PlusIcon, QueueListIcon, RectangleStackIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { firstFailed, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import { StandardDialog } from "../../standards/components/standard-dialog";
import { UseTemplateDialog } from "../../templates/components/use-template-dialog";
import type { TaskDto } from "../dto";
import { useQueue } from "../hooks/use-queue";
import { mayDo } from "../rules";
import { TaskCard } from "./task-card";
import { TaskDialog } from "./task-dialog";
import { TaskMenu } from "./task-menu";

/** What is to be done for a job, in its order. */
export function JobTasks({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.tasks");
  const query = trpc.trades.tasks.ofJob.useQuery({ workspaceId: workspace.uid, jobUid });
  const members = trpc.trades.members.list.useQuery({ workspaceId: workspace.uid });
  const queue = useQueue(workspace.uid);
  const [open, setOpen] = useState<TaskDto | "new" | "standard" | "template">();
  // Nobody could do what is theirs as long as it is not known who they are.
  const failed = firstFailed([query, members]);
  if (failed) return <LoadFailed query={failed} />;
  const tasks = query.data?.data.tasks ?? [];
  const me = members.data?.data.find(({ you }) => you)?.uid ?? "";
  const edited = typeof open === "object" ? open : null;
  const action = manages(workspace.role) ? (
    <div className="flex flex-wrap gap-2">
      <Button look="outline" icon={<RectangleStackIcon className="size-5" />} onClick={() => setOpen("template")}>
        {t("fromTemplate")}
      </Button>
      <Button look="outline" icon={<QueueListIcon className="size-5" />} onClick={() => setOpen("standard")}>
        {t("fromStandard")}
      </Button>
      <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setOpen("new")}>
        {t("new")}
      </Button>
    </div>
  ) : null;
  return (
    <Section title={t("tasks")} action={action}>
      {query.data ? null : <LoadingList />}
      {query.data && tasks.length === 0 ? <p className="text-ink-soft">{t("noneForJob")}</p> : null}
      <ul className="grid gap-3">
        {tasks.map((task) => (
          <TaskCard
            key={task.uid}
            workspace={workspace}
            task={task}
            queue={queue}
            mine={mayDo(
              task.assignees.map(({ uid }) => uid),
              { id: me, role: workspace.role },
            )}
            actions={
              manages(workspace.role) ? (
                <TaskMenu workspace={workspace} task={task} queue={queue} onEdit={() => setOpen(task)} />
              ) : undefined
            }
          />
        ))}
      </ul>
      {open === "new" || edited ? (
        <TaskDialog
          key={edited?.uid ?? "new"}
          workspace={workspace}
          task={edited}
          jobUid={jobUid}
          others={tasks.filter(({ uid }) => uid !== edited?.uid)}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
      {open === "template" ? <UseTemplateDialog workspace={workspace} jobUid={jobUid} onClose={() => setOpen(undefined)} /> : null}
      {open === "standard" ? <StandardDialog workspace={workspace} jobUid={jobUid} onClose={() => setOpen(undefined)} /> : null}
    </Section>
  );
}

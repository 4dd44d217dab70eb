"use client";

import { SunIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn } from "@/lib/days";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { useDayTurn } from "@/ui/use-day-turn";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { BegunForm } from "../../entries/components/begun-form";
import { BegunList } from "../../entries/components/begun-list";
import type { TaskDto } from "../dto";
import { useKeptDay, useShownFrom } from "../hooks/use-kept-day";
import { useKeptPage } from "../hooks/use-kept-page";
import { type Queue, useQueue } from "../hooks/use-queue";
import { DAY_PARTS, type DayPart, dayPart } from "../rules";
import { RefusedChanges } from "./refused-changes";
import { TaskCard } from "./task-card";

/** It opens without a network, too, as it was last seen. */
export function DayPage() {
  const known = useKeptDay(useSearchParams().get("workspace") ?? "");
  useKeptPage();
  if (!known) return <LoadingList />;
  return <WorkspaceFrame tab="day">{(workspace) => <Day workspace={workspace} />}</WorkspaceFrame>;
}

/** What whoever looks is to do: late, today, soon. It works through a dead spot: what is done there is sent later. */
function Day({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.tasks");
  const query = trpc.trades.tasks.day.useQuery({ workspaceId: workspace.uid });
  useDayTurn(workspace.timeZone, query.refetch);
  const queue = useQueue(workspace.uid);
  const from = useShownFrom(query);
  const format = useFormat();
  const { params, replace } = useAddress();
  const opened = params.get("entry");
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  if (opened && !queue.begun) return <LoadingList />;
  if (opened)
    return (
      <BegunForm
        key={opened}
        workspace={workspace}
        uid={opened}
        begun={queue.begun?.find(({ uid }) => uid === opened)}
        onBack={() => replace({ entry: undefined })}
      />
    );
  const { tasks } = query.data.data;
  const apart = queue.begun?.filter(({ problem, task }) => problem || tasks.every(({ uid }) => uid !== task?.uid)) ?? [];
  // What was kept may be of yesterday.
  const today = from === null ? query.data.data.today : dayIn(new Date(), workspace.timeZone);
  // Of tasks that are not here any more, because somebody else has done something about them.
  const elsewhere = queue.refused.filter(({ taskUid }) => tasks.every(({ uid }) => uid !== taskUid));
  const gone = [...new Set(elsewhere.map(({ taskUid }) => taskUid))];
  // By how the server knows them: what was just done stays where it is until that is certain.
  const inPart = (part: DayPart) => tasks.filter((task) => dayPart(task, today, addDays(today, 7)) === part);
  return (
    <div tabIndex={-1} className="grid max-w-3xl gap-8">
      {from === null ? null : (
        <Alert tone="info" title={t("away")}>
          <p>{t("awayText", { time: format.dateTime(new Date(from).toISOString()) })}</p>
        </Alert>
      )}
      <BegunList workspaceId={workspace.uid} all={apart} />
      {gone.map((task) => {
        const changes = elsewhere.filter(({ taskUid }) => taskUid === task);
        return <RefusedChanges key={task} title={t("refusedOf", { title: changes[0]?.title ?? "" })} changes={changes} queue={queue} />;
      })}
      {tasks.length === 0 ? <Notice icon={<SunIcon />} title={t("nothingToDo")} text={t("nothingToDoText")} /> : null}
      {DAY_PARTS.map((part) => {
        const own = inPart(part);
        return own.length === 0 ? null : <Part key={part} part={part} workspace={workspace} tasks={own} queue={queue} />;
      })}
    </div>
  );
}

function Part({ part, workspace, tasks, queue }: { part: DayPart; workspace: Workspace; tasks: TaskDto[]; queue: Queue }) {
  const t = useTranslations("trades.tasks");
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={part === "late" ? "mb-3 text-lg font-semibold text-danger" : "mb-3 text-lg font-semibold"}>
        {t(`parts.${part}`)}
      </h2>
      <ul className="grid gap-3">
        {tasks.map((task) => (
          <TaskCard key={task.uid} mine place workspace={workspace} task={task} queue={queue} />
        ))}
      </ul>
    </section>
  );
}

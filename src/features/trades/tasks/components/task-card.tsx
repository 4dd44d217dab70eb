"use client";

import { CloudArrowUpIcon, ListBulletIcon, UserIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { TaskState } from "@/lib/enums/trades-tasks";
import { Button } from "@/ui/button";
import { Alert, Badge, Card } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { passFocusAlong, passFocusOn } from "@/ui/pass-focus-on";
import { Site } from "../../components/ways";
import type { Workspace } from "../../components/workspace-frame";
import { TaskForm } from "../../entries/components/task-form";
import { jobHref } from "../../hrefs";
import type { TaskDto } from "../dto";
import { useKnownForm } from "../hooks/use-kept-day";
import type { Queue } from "../hooks/use-queue";
import { isSettled, stateWith, withChanges } from "../rules";
import { BlockDialog } from "./block-dialog";
import { RefusedChanges } from "./refused-changes";
import { TaskDue } from "./task-due";
import { TaskNotes } from "./task-notes";
import { TaskStateBadge } from "./task-state";

interface TaskCardProps {
  workspace: Workspace;
  /** As the server knows it. */
  task: TaskDto;
  queue: Queue;
  /** Whether whoever looks does it. */
  mine: boolean;
  /** Where it is done and for whom: on a page that is not its job's. */
  place?: boolean;
  /** What else can be done with it. */
  actions?: ReactNode;
}

/** What is offered at each state, the first of them the usual one. */
const OFFERED: Record<TaskState, TaskState[]> = {
  todo: ["done", "in_progress", "blocked"],
  in_progress: ["done", "blocked", "todo"],
  blocked: ["in_progress"],
  done: ["in_progress"],
  cancelled: [],
};
type Doing = "start" | "finish" | "block" | "layDown" | "goOn" | "again";
const doingOf = (from: TaskState, to: TaskState): Doing => {
  if (to === "done") return "finish";
  if (to === "blocked") return "block";
  if (to === "todo") return "layDown";
  return from === "blocked" ? "goOn" : from === "done" ? "again" : "start";
};

/** A task, to be done with one hand: what it is, where, what to think of, and what comes next. */
export function TaskCard({ workspace, task: known, queue, mine, place = false, actions }: TaskCardProps) {
  const t = useTranslations("trades.tasks");
  const format = useFormat();
  const [blocking, setBlocking] = useState(false);
  const task = withChanges(known, queue.waiting);
  const waits = queue.waiting.some(({ taskUid }) => taskUid === task.uid);
  const refused = queue.refused.filter(({ taskUid }) => taskUid === task.uid);
  // What it waits for may be done on this device, too.
  const needs = task.needs.filter((need) => !isSettled(stateWith(need, queue.waiting)));
  const unticked = task.checks.filter(({ checked }) => !checked).length;
  const begun = queue.begun?.find((one) => one.task?.uid === task.uid && one.form.uid === task.form?.uid);
  // What was handed in on this device is sent before what is done to the task.
  const unfilled = task.form !== null && !task.form.filled && !begun?.handIn;
  const formKnown = useKnownForm(workspace.uid);
  const settled = isSettled(task.state);
  const offered = mine ? OFFERED[task.state].filter((to) => to === "todo" || to === "blocked" || needs.length === 0) : [];
  const step = (to: TaskState) => {
    if (to === "blocked") setBlocking(true);
    else void queue.move(task, to);
  };
  return (
    <li ref={passFocusAlong} tabIndex={-1} className="rounded-box">
      <Card className="grid gap-3 p-4 sm:px-5">
        <div className="flex items-start justify-between gap-3">
          <div className="min-w-0">
            <h3 className="font-semibold wrap-anywhere">
              <bdi className={settled ? "text-ink-soft line-through" : ""}>{task.title}</bdi>
            </h3>
            <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-soft">
              <TaskStateBadge state={task.state} />
              <TaskDue workspace={workspace} task={task} />
              {task.assignees.length > 0 ? (
                <span className="inline-flex items-center gap-1.5">
                  <UserIcon className="size-4 shrink-0" aria-hidden="true" />
                  <bdi>{format.list(task.assignees.map(({ name }) => name))}</bdi>
                </span>
              ) : null}
              {waits ? (
                <Badge tone="info" icon={<CloudArrowUpIcon />}>
                  {t("waiting")}
                </Badge>
              ) : null}
            </div>
          </div>
          {actions}
        </div>
        {refused.length > 0 ? <RefusedChanges title={t("refused")} changes={refused} queue={queue} /> : null}
        {place && task.job ? (
          <div className="grid gap-1">
            <Link
              href={jobHref(workspace.uid, { uid: task.job.uid })}
              className="inline-flex min-h-11 items-center gap-2 justify-self-start rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
            >
              <bdi className="text-ink-soft">#{format.reference(task.job.number)}</bdi>
              <bdi className="wrap-anywhere">{task.job.title}</bdi>
            </Link>
            <p className="text-sm text-ink-soft wrap-anywhere">
              <bdi>{task.job.customer}</bdi>
            </p>
            {task.job.site && !settled ? <Site site={task.job.site} /> : null}
          </div>
        ) : null}
        {task.details && !settled ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {task.details}
          </p>
        ) : null}
        {task.blockedFor ? (
          <Alert tone="warning" title={t("blockedFor")}>
            <p dir="auto" className="whitespace-pre-line wrap-anywhere">
              {task.blockedFor}
            </p>
          </Alert>
        ) : null}
        {needs.length > 0 && !settled ? (
          <p className="text-sm text-ink-soft">{t("waitsFor", { titles: format.list(needs.map(({ title }) => title)) })}</p>
        ) : null}
        {task.checks.length > 0 ? (
          settled ? (
            <p className="inline-flex items-center gap-1.5 text-sm text-ink-soft">
              <ListBulletIcon className="size-4" aria-hidden="true" />
              {t("ticked", { done: format.number(task.checks.length - unticked), all: format.number(task.checks.length) })}
            </p>
          ) : (
            <fieldset>
              <legend className="sr-only">{t("checks")}</legend>
              {task.checks.map(({ uid, text, checked }) => (
                <Checkbox
                  key={uid}
                  label={text}
                  checked={checked}
                  disabled={!mine}
                  onChange={({ target }) => void queue.check(task, uid, target.checked)}
                />
              ))}
            </fieldset>
          )
        ) : null}
        <TaskNotes workspace={workspace} task={task} />
        {task.form && (task.form.filled || begun?.handIn || (mine && task.state !== "cancelled")) ? (
          <TaskForm workspace={workspace} task={task} form={task.form} begun={begun} known={formKnown} />
        ) : null}
        {offered.length > 0 ? (
          <div className="flex flex-wrap gap-2">
            {offered.map((to, at) => (
              <Button
                key={to}
                ref={passFocusOn}
                look={at === 0 && to === "done" ? "primary" : "outline"}
                disabled={to === "done" && (unticked > 0 || unfilled)}
                onClick={() => step(to)}
              >
                {t(`doings.${doingOf(task.state, to)}`)}
              </Button>
            ))}
          </div>
        ) : null}
        {blocking ? (
          <BlockDialog task={task} onClose={() => setBlocking(false)} onBlock={(reason) => void queue.move(task, "blocked", reason)} />
        ) : null}
      </Card>
    </li>
  );
}

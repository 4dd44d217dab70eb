"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { api, toApiError, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { useQueue } from "../../tasks/hooks/use-queue";
import { isOpen, stateWith } from "../../tasks/rules";
import { ReasonDialog } from "../components/reason-dialog";
import type { JobRowDto } from "../dto";
import { asksReason, moved } from "../rules";
import { useJobWords } from "./use-job-words";

export type MovedJob = Pick<JobRowDto, "uid" | "number" | "title" | "version" | "state" | "leftFrom">;

/** Moves jobs: at once, or once somebody has said why, or has seen what is still open. The dialog in which they say it is to be shown. */
export function useMoving(workspace: Workspace): { begin: (job: MovedJob, to: JobState) => void; dialog: ReactNode } {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<{ job: MovedJob; to: JobState; openTasks: number }>();
  const workspaceId = workspace.uid;
  const mutation = trpc.trades.jobs.move.useMutation();
  const { waiting } = useQueue(workspaceId);

  /** Puts a job into the column of its state, where it is shown on the board. */
  const put = (job: JobRowDto, at: number) =>
    utils.trades.jobs.board.setData({ workspaceId }, (board) => {
      if (!board) return board;
      const columns = board.data.columns.map(({ state, total, jobs }) => {
        const others = jobs.filter(({ uid }) => uid !== job.uid);
        const here = state === job.state;
        const shown = here ? others.toSpliced(at, 0, job) : others;
        return { state, total: total + shown.length - jobs.length, jobs: shown };
      });
      return { data: { columns } };
    });
  /** @returns how it goes back to where it stood */
  const place = (uid: string, to: JobState): (() => void) => {
    const columns = utils.trades.jobs.board.getData({ workspaceId })?.data.columns ?? [];
    const jobs = columns.find((column) => column.jobs.some((one) => one.uid === uid))?.jobs ?? [];
    const at = jobs.findIndex((one) => one.uid === uid);
    const job = jobs[at];
    if (!job || job.state === to) return () => {};
    put({ ...job, ...moved(job, to) }, 0);
    return () => void put(job, at);
  };

  const send = async (job: MovedJob, to: JobState, reason: string, cancelBookings: boolean): Promise<string | undefined> => {
    // It stands where it was put before the server has said so, and goes back if that says no.
    const back = place(job.uid, to);
    try {
      const { data } = await mutation.mutateAsync({ workspaceId, uid: job.uid, version: job.version, to, reason, cancelBookings });
      utils.trades.jobs.view.setData({ workspaceId, uid: job.uid }, { data });
      notify("success", t("moved", { number: format.reference(job.number), state: wordOf(to) }));
      return undefined;
    } catch (error) {
      back();
      const { code, message } = toApiError(error);
      return code === "conflict" ? t("moveConflict") : (message ?? common("offline"));
    } finally {
      await Promise.all([utils.trades.jobs.invalidate(), utils.trades.schedule.invalidate()]);
    }
  };
  /**
   * How many of a job's tasks are yet to be done, by what this device has still to send, too. Where nobody can say, none: whoever moves it
   * is not kept from it.
   */
  const openTasksOf = (jobUid: string) =>
    api.trades.tasks.ofJob.query({ workspaceId, jobUid }).then(
      ({ data }) => data.tasks.filter((task) => isOpen(stateWith(task, waiting))).length,
      () => 0,
    );
  const start = async (job: MovedJob, to: JobState) => {
    if (asksReason(job.state, to)) return setAsking({ job, to, openTasks: 0 });
    const openTasks = to === "completed" ? await openTasksOf(job.uid) : 0;
    if (openTasks > 0) return setAsking({ job, to, openTasks });
    const problem = await send(job, to, "", false);
    if (problem) notify("error", problem);
  };
  const begin = (job: MovedJob, to: JobState) => void start(job, to);
  const dialog = asking ? (
    <ReasonDialog
      workspace={workspace}
      job={asking.job}
      openTasks={asking.openTasks}
      to={asking.to}
      word={wordOf(asking.to)}
      onClose={() => setAsking(undefined)}
      onMove={(reason, cancelBookings) => send(asking.job, asking.to, reason, cancelBookings)}
    />
  ) : null;
  return { begin, dialog };
}

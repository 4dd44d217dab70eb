"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { WhyDialog } from "../../components/why-dialog";
import type { Workspace } from "../../components/workspace-frame";
import type { MovedJob } from "../hooks/use-moving";
import { asksReason, isAway, isRework } from "../rules";

interface ReasonDialogProps {
  workspace: Workspace;
  job: MovedJob;
  to: JobState;
  /** Of a job that is to be completed: how many of its tasks are not. */
  openTasks: number;
  /** What the state is called. */
  word: string;
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string, cancelBookings: boolean) => Promise<string | undefined>;
}

/**
 * Why work is stopped, given up or done again: it stands in the job's time line. What is booked for it can go in the same step. Where
 * work is said to be done, what of it is not.
 */
export function ReasonDialog({ workspace, job, openTasks, to, word, onClose, onMove }: ReasonDialogProps) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const stops = isAway(to);
  const times = trpc.trades.schedule.ofJob.useQuery({ workspaceId: workspace.uid, jobUid: job.uid }, { enabled: stops });
  // Whoever moves it would leave behind what is booked, and would not know.
  const unknown = isMissing(times);
  const now = new Date().toISOString();
  const coming = (times.data?.data.bookings ?? []).filter(({ endsAt }) => endsAt > now).length;
  // What only waits may go on at the time that was agreed.
  const [cancel, setCancel] = useState(to !== "on_hold");
  const rework = isRework(job.state, to);
  const number = format.reference(job.number);
  const why = { label: t("reason"), help: t(rework ? "reworkHelp" : "reasonHelp"), required: rework };
  return (
    <WhyDialog
      draft={`trades.jobMove.${job.uid}.${to}`}
      title={rework ? t("reworkTitle", { number }) : t("moveTitle", { number, state: word })}
      lead={openTasks > 0 ? <Alert tone="warning">{t("openTasks", { count: openTasks })}</Alert> : null}
      why={asksReason(job.state, to) ? why : undefined}
      act={rework ? t("rework") : t("moveNow")}
      loading={times.isLoading}
      disabled={unknown}
      onClose={onClose}
      onMove={(reason) => onMove(reason, coming > 0 && cancel)}
    >
      {unknown ? <LoadFailed query={times} /> : null}
      {coming > 0 ? (
        <Checkbox label={t("cancelBookings", { count: coming })} checked={cancel} onChange={({ target }) => setCancel(target.checked)} />
      ) : null}
    </WhyDialog>
  );
}

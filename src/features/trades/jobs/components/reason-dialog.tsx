"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import type { Workspace } from "../../components/workspace-frame";
import type { MovedJob } from "../hooks/use-moving";
import { asksReason, isAway, isRework, JOB } from "../rules";

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
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const format = useFormat();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const stops = isAway(to);
  const times = trpc.trades.schedule.ofJob.useQuery({ workspaceId: workspace.uid, jobUid: job.uid }, { enabled: stops });
  const now = new Date().toISOString();
  const coming = (times.data?.data.bookings ?? []).filter(({ endsAt }) => endsAt > now).length;
  // What only waits may go on at the time that was agreed.
  const [cancel, setCancel] = useState(to !== "on_hold");
  const rework = isRework(job.state, to);
  const submit = async () => {
    const typed = reason.trim();
    setMissing(rework && typed === "");
    if (rework && typed === "") return;
    setBusy(true);
    setProblem(await onMove(typed, coming > 0 && cancel));
    setBusy(false);
  };
  const number = format.reference(job.number);
  return (
    <Dialog
      open
      onClose={onClose}
      title={rework ? t("reworkTitle", { number }) : t("moveTitle", { number, state: word })}
      closeLabel={common("close")}
    >
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {openTasks > 0 ? <Alert tone="warning">{t("openTasks", { count: openTasks })}</Alert> : null}
        {asksReason(job.state, to) ? (
          <TextArea
            label={t("reason")}
            help={t(rework ? "reworkHelp" : "reasonHelp")}
            maxLength={JOB.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={missing ? validation("required") : undefined}
          />
        ) : null}
        {coming > 0 ? (
          <Checkbox label={t("cancelBookings", { count: coming })} checked={cancel} onChange={({ target }) => setCancel(target.checked)} />
        ) : null}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={busy || times.isLoading}>
          {rework ? t("rework") : t("moveNow")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

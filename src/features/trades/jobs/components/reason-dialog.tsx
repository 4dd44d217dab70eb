"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import type { MovedJob } from "../hooks/use-moving";
import { isRework, JOB } from "../rules";

interface ReasonDialogProps {
  job: MovedJob;
  to: JobState;
  /** What the state is called. */
  word: string;
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string) => Promise<string | undefined>;
}

/** Why work is stopped, given up or done again: it stands in the job's time line. */
export function ReasonDialog({ job, to, word, onClose, onMove }: ReasonDialogProps) {
  const t = useTranslations("trades.jobs");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const format = useFormat();
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const rework = isRework(job.state, to);
  const submit = async () => {
    const typed = reason.trim();
    setMissing(rework && typed === "");
    if (rework && typed === "") return;
    setBusy(true);
    setProblem(await onMove(typed));
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
        <TextArea
          label={t("reason")}
          help={t(rework ? "reworkHelp" : "reasonHelp")}
          maxLength={JOB.reason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={missing ? validation("required") : undefined}
        />
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" busy={busy}>
            {rework ? t("rework") : t("moveNow")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

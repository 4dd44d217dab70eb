"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { JOB } from "../jobs/rules";

interface WhyDialogProps {
  title: string;
  /** What is said before anything is asked. */
  lead?: ReactNode;
  /** What the reason is called, what helps to write it, and whether there must be one; without it none is asked for. */
  why?: { label: string; help: string; required: boolean } | undefined;
  /** What else is asked. */
  children?: ReactNode;
  act: string;
  look?: "primary" | "danger";
  /** What is asked is not all there yet. */
  loading?: boolean;
  /** What must be known first is not. */
  disabled?: boolean;
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string) => Promise<string | undefined>;
}

/** Asks why something is moved: it stands in the job's time line. What stood in the way is said here, and nothing that was typed is lost. */
export function WhyDialog(props: WhyDialogProps) {
  const { title, lead, why, children, act, look = "primary", loading = false, disabled = false, onClose, onMove } = props;
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [missing, setMissing] = useState(false);
  const submit = async () => {
    const typed = reason.trim();
    const lacks = why?.required === true && typed === "";
    setMissing(lacks);
    if (lacks) return;
    setBusy(true);
    setProblem(await onMove(typed));
    setBusy(false);
  };
  return (
    <Dialog open onClose={onClose} title={title} closeLabel={common("close")}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        {lead}
        {why ? (
          <TextArea
            label={why.label}
            help={why.help}
            maxLength={JOB.reason}
            value={reason}
            onChange={({ target }) => setReason(target.value)}
            error={missing ? validation("required") : undefined}
          />
        ) : null}
        {children}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <DialogActions onCancel={onClose} look={look} type="submit" busy={busy || loading} disabled={disabled}>
          {act}
        </DialogActions>
      </form>
    </Dialog>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { toApiError } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextArea } from "@/ui/field";
import { MAX_REASON } from "../../log/rules";

interface ReasonDialogProps {
  title: string;
  text?: string;
  /** What the button says. */
  confirm: string;
  danger?: boolean;
  /** Somebody is owed a reason. */
  needed: boolean;
  /** Rejects where it was not done: then the dialog stays, with why not. `false` says that the reason shows elsewhere in it. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
  /** What else there is to choose. */
  children?: ReactNode;
}

/** Asks a moderator why, before something is done that stands in the log. */
export function ReasonDialog({ title, text, confirm, danger = false, needed, onConfirm, onClose, children }: ReasonDialogProps) {
  const t = useTranslations("forum.care");
  const common = useTranslations("common");
  const validation = useTranslations("validation");
  const id = useId();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const why = reason.trim();
    if (needed && why === "") return setMissing(true);
    setBusy(true);
    setProblem(undefined);
    try {
      if ((await onConfirm(why)) !== false) onClose();
    } catch (error) {
      const { issues, message } = toApiError(error);
      setProblem(issues[0]?.message ?? message ?? common("offlineKept"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common("close")}
      footer={
        <>
          <Button look="outline" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" form={id} look={danger ? "danger" : "primary"} busy={busy}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={(event) => void submit(event)} className="grid gap-4 text-ink">
        {text ? <p className="text-ink-soft">{text}</p> : null}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {children}
        <TextArea
          label={t(needed ? "reason" : "reasonOptional")}
          help={t("reasonHelp")}
          rows={3}
          maxLength={MAX_REASON}
          value={reason}
          error={missing ? validation("required") : undefined}
          onChange={({ target }) => {
            setReason(target.value);
            setMissing(false);
          }}
        />
      </form>
    </Dialog>
  );
}

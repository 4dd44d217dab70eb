"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import type { z } from "zod";
import { toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { clearDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";

interface ReasonDialogProps {
  /** Names what is kept of the reason on this device until it was given. */
  draft: string;
  title: string;
  text: string;
  label: string;
  help: string;
  schema: z.ZodObject;
  /** Letters of the reason. */
  max: number;
  /** What the button says. */
  confirm: string;
  danger?: boolean;
  /** Closes it. Rejects where it was not done: then the dialog stays, with why not. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks why, before something is done of which somebody reads the reason. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { draft, title, text, label, help, schema, max, confirm, danger = false, onConfirm, onClose } = props;
  const common = useTranslations("common");
  const id = useId();
  const form = useZodForm<{ reason: string }>(schema as never, { reason: "" });
  const { register, handleSubmit, errorOf, showRefusal, problem, formState } = form;
  useFormDraft(form, draft);
  const submit = handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason);
      clearDraft(draft);
    } catch (error) {
      showRefusal(toApiError(error), common("offlineKept"));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common("close")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} look={danger ? "danger" : "primary"} busy={formState.isSubmitting}>
          {confirm}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{text}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <TextArea label={label} help={help} rows={3} maxLength={max} error={errorOf("reason")} {...register("reason")} />
      </form>
    </Dialog>
  );
}

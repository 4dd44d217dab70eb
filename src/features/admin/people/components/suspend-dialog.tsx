"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { MAX_REASON } from "../rules";
import { reason } from "../schema";

interface SuspendDialogProps {
  /** Whom it is about, in words. */
  title: string;
  /** Rejects where it was not done: then the dialog stays, with why not. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

const form = z.object({ reason });

/** Asks why, before somebody is kept out: they read it when they try to log in, and it is mailed to them. */
export function SuspendDialog({ title, onConfirm, onClose }: SuspendDialogProps) {
  const t = useTranslations("admin.people.suspend");
  const common = useTranslations("common");
  const id = useId();
  const { register, handleSubmit, errorOf, showRefusal, problem, formState } = useZodForm<{ reason: string }>(form as never, {
    reason: "",
  });
  const submit = handleSubmit(async (entered) => {
    try {
      await onConfirm(entered.reason);
    } catch (error) {
      showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      closeLabel={common("close")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} look="danger" busy={formState.isSubmitting}>
          {t("confirm")}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{t("text")}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <TextArea label={t("reason")} help={t("help")} rows={3} maxLength={MAX_REASON} error={errorOf("reason")} {...register("reason")} />
      </form>
    </Dialog>
  );
}

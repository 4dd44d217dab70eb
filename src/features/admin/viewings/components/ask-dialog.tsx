"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { MAX_REASON } from "@/features/account/viewings/rules";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { viewingReason } from "../schema";

const form = z.object({ reason: viewingReason });

/** Asks why, before somebody is asked for a look at their account: they read it, and decide. */
export function AskDialog({ uid, name, onClose }: { uid: string; name: string; onClose: () => void }) {
  const t = useTranslations("admin.viewings");
  const common = useTranslations("common");
  const id = useId();
  const { admin } = trpc.useUtils();
  const ask = trpc.admin.viewings.ask.useMutation();
  const { register, handleSubmit, errorOf, showRefusal, problem, formState } = useZodForm<{ reason: string }>(form as never, {
    reason: "",
  });
  const submit = handleSubmit(async ({ reason }) => {
    try {
      await ask.mutateAsync({ uid, reason });
    } catch (error) {
      return showRefusal(toApiError(error), common("offline"));
    }
    notify("success", t("asked"));
    onClose();
    await Promise.all([admin.viewings.invalidate(), admin.people.history.invalidate()]);
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("ask.title", { name })}
      closeLabel={common("close")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} busy={formState.isSubmitting}>
          {t("ask.confirm")}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{t("ask.text")}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <TextArea
          label={t("ask.reason")}
          help={t("ask.help")}
          rows={3}
          maxLength={MAX_REASON}
          error={errorOf("reason")}
          {...register("reason")}
        />
      </form>
    </Dialog>
  );
}

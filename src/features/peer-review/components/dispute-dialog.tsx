"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { clearDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { disputeInput } from "../schema";

/** Says why a review is not fair: somebody of the team looks at it. */
export function DisputeDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const t = useTranslations("peerReview.dispute");
  const common = useTranslations("common");
  const id = useId();
  const utils = trpc.useUtils();
  const form = useZodForm<{ uid: string; reason: string }>(disputeInput, { uid, reason: "" });
  const draft = `dispute-${uid}`;
  useFormDraft(form, draft);
  const dispute = trpc.peerReview.reviews.dispute.useMutation();
  const submit = form.handleSubmit(async (entered) => {
    try {
      await dispute.mutateAsync(entered);
      clearDraft(draft);
      notify("success", t("done"));
      onClose();
      await utils.peerReview.invalidate();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offlineKept"));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} busy={form.formState.isSubmitting}>
          {t("send")}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{t("text")}</p>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <TextArea label={t("reason")} rows={4} error={form.errorOf("reason")} {...form.register("reason")} />
      </form>
    </Dialog>
  );
}

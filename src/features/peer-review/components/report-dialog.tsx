"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { FLAG_REASONS, type FlagReason } from "@/lib/enums/forum";
import { toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { clearDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { reportInput } from "../schema";

interface Entered {
  uid: string;
  reason: FlagReason;
  note: string;
}

/** Tells those who look after reviews that something is wrong with a recording or a review. */
export function ReportDialog({
  uid,
  about,
  onSend,
  onClose,
}: {
  /** Of the assignment, or of the review. */
  uid: string;
  about: "recording" | "review";
  onSend: (entered: Entered) => Promise<unknown>;
  onClose: () => void;
}) {
  const t = useTranslations("peerReview.report");
  const reasons = useTranslations("forum.flag.reasons");
  const flag = useTranslations("forum.flag");
  const common = useTranslations("common");
  const id = useId();
  const form = useZodForm<Entered>(reportInput, { uid, note: "" });
  const draft = `report-${uid}`;
  useFormDraft(form, draft);
  const reason = form.watch("reason") ?? null;
  const submit = form.handleSubmit(async (entered) => {
    try {
      await onSend(entered);
      clearDraft(draft);
      notify("success", t("thanks"));
      onClose();
    } catch (error) {
      form.showRefusal(toApiError(error), common("offlineKept"));
    }
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(`${about}.title`)}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} busy={form.formState.isSubmitting}>
          {flag("send")}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{t(`${about}.lead`)}</p>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <Choices
          label={flag("reason")}
          columns={1}
          value={reason}
          choices={FLAG_REASONS.map((value) => ({ value, label: reasons(value) }))}
          onChange={(value) => form.setValue("reason", value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          error={form.errorOf("reason")}
        />
        <TextArea
          label={flag(reason === "other" ? "note" : "noteOptional")}
          rows={3}
          error={form.errorOf("note")}
          {...form.register("note")}
        />
      </form>
    </Dialog>
  );
}

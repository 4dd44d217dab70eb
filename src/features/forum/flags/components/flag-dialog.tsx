"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { FLAG_REASONS } from "@/lib/enums/forum";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Choices } from "@/ui/choice";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { clearDraft } from "@/ui/drafts";
import { TextArea } from "@/ui/field";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { MAX_NOTE } from "../rules";
import { flagInput } from "../schema";

type Entered = { postId: string; reason: (typeof FLAG_REASONS)[number]; note: string };

/** Tells those who look after the community that something is wrong with a message. */
export function FlagDialog({ uid, onClose }: { uid: string; onClose: () => void }) {
  const t = useTranslations("forum.flag");
  const common = useTranslations("common");
  const id = useId();
  const form = useZodForm<Entered>(flagInput, { postId: uid, note: "" });
  const draft = `flag-${uid}`;
  useFormDraft(form, draft);
  const flag = trpc.forum.flag.useMutation();
  const reason = form.watch("reason") ?? null;
  const submit = form.handleSubmit(async (values) => {
    try {
      await flag.mutateAsync(values);
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
      title={t("title")}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} busy={flag.isPending}>
          {t("send")}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 text-ink">
        <p className="text-ink-soft">{t("lead")}</p>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <Choices
          label={t("reason")}
          columns={1}
          value={reason}
          choices={FLAG_REASONS.map((value) => ({ value, label: t(`reasons.${value}`) }))}
          onChange={(value) => form.setValue("reason", value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted })}
          error={form.errorOf("reason")}
        />
        <TextArea
          label={t(reason === "other" ? "note" : "noteOptional")}
          rows={3}
          maxLength={MAX_NOTE}
          error={form.errorOf("note")}
          {...form.register("note")}
        />
      </form>
    </Dialog>
  );
}

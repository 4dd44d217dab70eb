"use client";

import { useTranslations } from "next-intl";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { revokeInput } from "../../admin/schema";
import type { Grant } from "./person-view";

export function RevokeDialog({ grant, onClose }: { grant: Grant; onClose: () => void }) {
  const t = useTranslations("subscription");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm(revokeInput, { uid: grant.uid, reason: "" });
  const { close, leave } = useDialogDraft(form, `revoke-${grant.uid}`, onClose);
  const revoke = trpc.subscription.admin.revoke.useMutation();
  const submit = form.handleSubmit(async (values) => {
    try {
      await revoke.mutateAsync(values);
      await utils.subscription.invalidate();
      close();
      notify("success", t("admin.revokeDone"));
    } catch (error) {
      form.showRefusal(toApiError(error), common("offline"));
    }
  });
  return (
    <Dialog
      open
      onClose={leave}
      title={t("admin.revokeTitle", { plan: t(`plans.${grant.plan}`) })}
      footer={
        <DialogActions onCancel={close} look="danger" busy={form.formState.isSubmitting} onClick={() => void submit()}>
          {t("admin.revoke")}
        </DialogActions>
      }
    >
      <form noValidate className="mt-3 grid gap-4 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <TextArea
          label={t("admin.reason")}
          help={t("admin.reasonHelp")}
          rows={2}
          error={form.errorOf("reason")}
          {...form.register("reason")}
        />
      </form>
    </Dialog>
  );
}

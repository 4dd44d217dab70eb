"use client";

import { useTranslations } from "next-intl";
import { useId } from "react";
import { z } from "zod";
import { useFormat } from "@/i18n/use-format";
import { CANCEL_REASONS } from "@/lib/enums/subscription";
import { textField } from "@/lib/fields";
import { toApiError, trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { cancellingOf } from "../rules";
import type { Held } from "./current-plan";

const MAX_COMMENT = 500;
const fields = z.strictObject({ reason: z.enum(["", ...CANCEL_REASONS]), comment: textField(MAX_COMMENT) });

/** Says what the end means, asks why without insisting, and ends the subscription. */
export function CancelDialog({ held, onClose }: { held: Held; onClose: () => void }) {
  const t = useTranslations("subscription.cancel");
  const format = useFormat();
  const utils = trpc.useUtils();
  const onError = useErrorToast();
  const id = useId();
  const form = useZodForm<z.infer<typeof fields>>(fields, { reason: "", comment: "" });
  const { close, leave } = useDialogDraft(form, "subscription.cancel", onClose);
  const cancel = trpc.subscription.cancel.useMutation({
    onSuccess: async ({ data }) => {
      await utils.subscription.invalidate();
      close();
      notify("success", data.cancelAt ? t("done", { date: format.date(data.cancelAt) }) : t("doneNow"));
    },
    onError: (error) => {
      if (toApiError(error).code !== "noSubscription") return onError(error);
      // It has ended by itself meanwhile, or by a press of before whose answer was lost: either way as was asked.
      void utils.subscription.invalidate();
      close();
      notify("success", t("doneNow"));
    },
  });
  const submit = form.handleSubmit(async ({ reason, comment }) => {
    // What went wrong is told by then.
    await cancel.mutateAsync({ ...(reason ? { reason } : {}), ...(comment ? { comment } : {}) }).catch(() => {});
  });
  return (
    <Dialog
      open
      onClose={leave}
      title={t("title")}
      footer={
        <DialogActions onCancel={close} cancelLabel={t("keep")} type="submit" form={id} look="danger" busy={form.formState.isSubmitting}>
          {t("confirm")}
        </DialogActions>
      }
    >
      <p>{t(`texts.${cancellingOf(held.status)}`, { date: format.date(held.currentPeriodEnd) })}</p>
      <form id={id} noValidate className="mt-5 grid gap-4 text-ink" onSubmit={submit}>
        <SelectField label={t("reason")} {...form.register("reason")}>
          <option value="" />
          {CANCEL_REASONS.map((value) => (
            <option key={value} value={value}>
              {t(`reasons.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextArea label={t("comment")} rows={3} maxLength={MAX_COMMENT} error={form.errorOf("comment")} {...form.register("comment")} />
      </form>
    </Dialog>
  );
}

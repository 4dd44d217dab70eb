"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { CANCEL_REASONS, type CancelReason } from "@/lib/enums/subscription";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextArea } from "@/ui/field";
import { notify } from "@/ui/toast";
import { cancellingOf } from "../rules";
import type { Held } from "./current-plan";

/** Says what the end means, asks why without insisting, and ends the subscription. */
export function CancelDialog({ held, open, onClose }: { held: Held; open: boolean; onClose: () => void }) {
  const t = useTranslations("subscription.cancel");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const onError = useErrorToast();
  const [reason, setReason] = useState<CancelReason | "">("");
  const [comment, setComment] = useState("");
  const cancel = trpc.subscription.cancel.useMutation({
    onSuccess: async ({ data }) => {
      await utils.subscription.invalidate();
      onClose();
      notify("success", data.cancelAt ? t("done", { date: format.date(data.cancelAt) }) : t("doneNow"));
    },
    onError,
  });
  const said = comment.trim();
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("title")}
      closeLabel={common("close")}
      footer={
        <DialogActions
          onCancel={onClose}
          cancelLabel={t("keep")}
          look="danger"
          busy={cancel.isPending}
          onClick={() => cancel.mutate({ ...(reason ? { reason } : {}), ...(said ? { comment: said } : {}) })}
        >
          {t("confirm")}
        </DialogActions>
      }
    >
      <p>{t(`texts.${cancellingOf(held.status)}`, { date: format.date(held.currentPeriodEnd) })}</p>
      <div className="mt-5 grid gap-4 text-ink">
        <SelectField label={t("reason")} value={reason} onChange={(event) => setReason(event.target.value as CancelReason | "")}>
          <option value="" />
          {CANCEL_REASONS.map((value) => (
            <option key={value} value={value}>
              {t(`reasons.${value}`)}
            </option>
          ))}
        </SelectField>
        <TextArea label={t("comment")} rows={3} maxLength={500} value={comment} onChange={(event) => setComment(event.target.value)} />
      </div>
    </Dialog>
  );
}

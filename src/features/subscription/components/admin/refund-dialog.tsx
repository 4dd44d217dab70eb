"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { useFormat } from "@/i18n/use-format";
import { chargedDigits } from "@/lib/money";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import { refundInput } from "../../admin/schema";
import type { Invoice } from "./person-view";

/** After these the next try is another refund: it was refused, or an earlier one with another amount is recorded. */
const ANOTHER: readonly string[] = ["refundTooLarge", "chargeDisputed", "savedBefore", "conflict"];

/** Asks how much is paid back and why. */
export function RefundDialog({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const t = useTranslations("subscription.admin");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  // What this dialog means is one refund, however often it is sent; after a refusal it means another one.
  const [uid, setUid] = useState(() => crypto.randomUUID());
  // What was paid back when it was opened: what somebody else pays back behind it has not been seen. After a refusal it is looked at anew.
  const [seen, setSeen] = useState<number | undefined>(invoice.amountRefunded);
  const left = invoice.amountPaid - invoice.amountRefunded;
  const form = useZodForm(
    // In minor units, of what is left and no more.
    z.object({ amount: z.int().min(1).max(left), reason: refundInput.shape.reason }),
    { amount: left, reason: "" },
  );
  const { close, leave } = useDialogDraft(form, `refund-${invoice.uid}`, onClose);
  const refund = trpc.subscription.admin.refund.useMutation();
  const submit = form.handleSubmit(async ({ amount, reason }) => {
    try {
      const refunded = seen ?? invoice.amountRefunded;
      await refund.mutateAsync({ uid, invoiceId: invoice.uid, amount, refunded, reason });
      await utils.subscription.invalidate();
      close();
      notify("success", t("refundDone", { amount: format.charge(amount, invoice.currency) }));
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal.code === "conflict" ? { ...refusal, message: t("refundRecorded") } : refusal, common("offline"));
      if (!ANOTHER.includes(refusal.code)) return;
      setUid(crypto.randomUUID());
      setSeen(undefined);
      // Somebody else, or the try before, may have been faster: what is left shows.
      void utils.subscription.invalidate();
    }
  });
  return (
    <Dialog
      open
      onClose={leave}
      title={t("refundTitle", { number: invoice.number ?? "" })}
      footer={
        <DialogActions onCancel={close} busy={form.formState.isSubmitting} onClick={() => void submit()}>
          {t("refund")}
        </DialogActions>
      }
    >
      <p>{t("refundText", { amount: format.charge(left, invoice.currency) })}</p>
      <form noValidate className="mt-4 grid gap-4 text-ink" onSubmit={submit}>
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DecimalControl
          control={form.control}
          name="amount"
          digits={chargedDigits(invoice.currency)}
          label={t("refundAmount", { currency: invoice.currency.toUpperCase() })}
          error={form.errorOf("amount")}
        />
        <TextArea label={t("reason")} help={t("reasonHelp")} rows={2} error={form.errorOf("reason")} {...form.register("reason")} />
      </form>
    </Dialog>
  );
}

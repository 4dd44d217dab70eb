"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { z } from "zod";
import { dayIn } from "@/lib/days";
import { PAYMENT_METHODS } from "@/lib/enums/trades-invoices";
import { minorDigits } from "@/lib/money";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { DecimalControl } from "@/ui/decimal-control";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import { PAYMENT } from "../rules";
import { paymentInput } from "../schema";
import type { Invoice } from "./invoice-page";

/** Until it is sent for the first time it has no key. */
const fields = paymentInput.omit({ workspaceId: true, uid: true }).extend({ key: z.string() });
type Fields = z.infer<typeof fields>;

interface PaymentDialogProps {
  workspace: Workspace;
  invoice: Invoice;
  kind: "payment" | "refund";
  onClose: () => void;
}

/** What came in, or was paid back, as it stands on the shop's account. */
export function PaymentDialog({ workspace, invoice, kind: asked, onClose }: PaymentDialogProps) {
  const t = useTranslations("trades.invoices");
  const methods = useTranslations("trades.invoices.methods");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const take = useTakeInvoice(workspace);
  // What somebody else writes meanwhile must not turn a payment into a refund.
  const [kind] = useState(asked);
  const today = dayIn(new Date(), workspace.timeZone);
  const usual: Fields = { key: "", amount: Math.abs(invoice.balance), paidOn: today, method: "transfer", reference: "" };
  const form = useZodForm<Fields>(fields, usual);
  // What is written since is a payment of its own, and stands in the list.
  const [version] = useState(invoice.version);
  const { close, leave } = useDialogDraft(form, `trades.payment.${invoice.uid}.${kind}.${version}`, onClose);
  const { register, errorOf, control, formState } = form;
  // What is sent again after an answer was lost, also once it was left and opened anew, is the same payment, and not a second one.
  const renew = (key: string): string => {
    form.setValue("key", key, { shouldDirty: true });
    return key;
  };
  const digits = minorDigits(invoice.currency);
  const submit = form.handleSubmit(async ({ key: before, ...values }) => {
    const key = before || renew(crypto.randomUUID());
    try {
      const { data } = await api.trades.payments[kind === "payment" ? "add" : "refund"].mutate({
        ...values,
        workspaceId: workspace.uid,
        uid: invoice.uid,
        key,
      });
      notify("success", t(`written.${kind}`));
      close();
      await take(data);
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal, common("offline"));
      // An earlier try with something else is written: whoever presses once more means this one as well.
      if (refusal.code === "savedBefore") renew(crypto.randomUUID());
      // It may have been written all the same.
      void utils.trades.invoices.invalidate();
    }
  });
  return (
    <Dialog open onClose={leave} title={t(`write.${kind}`)}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <DecimalControl
          control={control}
          name="amount"
          digits={digits}
          least={digits}
          unit={invoice.currency}
          label={t("amount")}
          error={errorOf("amount")}
        />
        <TextField type="date" max={today} label={t(`day.${kind}`)} error={errorOf("paidOn")} {...register("paidOn")} />
        <SelectField label={t("method")} error={errorOf("method")} {...register("method")}>
          {PAYMENT_METHODS.map((method) => (
            <option key={method} value={method}>
              {methods(method)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("reference")}
          help={t("referenceHelp")}
          dir="auto"
          autoComplete="off"
          maxLength={PAYMENT.reference}
          error={errorOf("reference")}
          {...register("reference")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" busy={formState.isSubmitting}>
          {common("save")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

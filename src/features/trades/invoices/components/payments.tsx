"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert, Badge } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Section } from "@/ui/editing/parts";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import type { Invoice } from "./invoice-page";

type Payment = Invoice["payments"][number];

/** What came in and went back: when, how, and who wrote it down. */
export function Payments({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.invoices.payments");
  const methods = useTranslations("trades.invoices.methods");
  const trades = useTranslations("trades");
  const format = useFormat();
  const [taking, setTaking] = useState<Payment>();
  const { payments, currency } = invoice;
  return (
    <Section title={t("paymentsTitle")}>
      {payments.length === 0 ? <p className="text-ink-soft">{t("noPayments")}</p> : null}
      <ul className="divide-y divide-line">
        {payments.map((payment) => {
          const { uid, kind, amount, paidOn, method, reference, reversed, by } = payment;
          return (
            // Once it is taken back its button is gone: the focus stays with the row.
            <li key={uid} tabIndex={-1} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-48">
                <p className="flex flex-wrap items-center gap-2 font-medium">
                  {kinds(kind)}
                  {reversed ? <Badge>{t("reversed")}</Badge> : null}
                </p>
                <p className="text-sm wrap-anywhere text-ink-soft">
                  {format.joined([format.day(paidOn), methods(method), reference ?? "", by ?? trades("left")])}
                </p>
              </div>
              <span className={reversed ? "text-ink-soft line-through tabular" : "font-semibold tabular"}>
                {format.money(amount, currency)}
              </span>
              {(kind === "payment" || kind === "refund") && !reversed ? (
                <Button ref={passFocusOn} look="outline" onClick={() => setTaking(payment)}>
                  {t(`takeBack.${kind}.now`)}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {taking ? (
        <TakeBack key={taking.uid} workspace={workspace} invoice={invoice} payment={taking} onClose={() => setTaking(undefined)} />
      ) : null}
    </Section>
  );
}

interface TakeBackProps {
  workspace: Workspace;
  invoice: Invoice;
  payment: Payment;
  onClose: () => void;
}

/** Nothing that was written down is removed: what was wrong is taken back by a row of its own. */
function TakeBack({ workspace, invoice, payment, onClose }: TakeBackProps) {
  const t = useTranslations(`trades.invoices.takeBack.${payment.kind === "refund" ? "refund" : "payment"}`);
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const take = useTakeInvoice(workspace);
  const paidOut = useTranslations("trades.invoices")("takeBackPaidOut");
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    try {
      const about = { workspaceId: workspace.uid, uid: invoice.uid };
      const { data } = await api.trades.payments.reverse.mutate({ ...about, paymentUid: payment.uid });
      notify("success", t("done"));
      onClose();
      await take(data);
    } catch (error) {
      const { code, message } = toApiError(error);
      setBusy(false);
      setProblem(code === "wrongState" && payment.kind === "payment" ? paidOut : (message ?? common("offline")));
      void utils.trades.invoices.invalidate();
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("title")}
      footer={
        <DialogActions onCancel={onClose} look="danger" busy={busy} onClick={() => void go()}>
          {t("now")}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p>{t("text", { amount: format.money(Math.abs(payment.amount), invoice.currency), day: format.day(payment.paidOn) })}</p>
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </div>
    </Dialog>
  );
}

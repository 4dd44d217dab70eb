"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn } from "@/lib/days";
import { api, toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import { settingsHref } from "../../components/places";
import type { Workspace } from "../../components/workspace-frame";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import type { Invoice } from "./invoice-page";
import { MissingParticulars } from "./missing-particulars";

/** What follows from issuing a draft, before it is done. */
export function IssueDialog({ workspace, invoice, onClose }: { workspace: Workspace; invoice: Invoice; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const take = useTakeInvoice(workspace);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [nameless, setNameless] = useState(false);
  // As it was seen when it was asked: what somebody else writes meanwhile is not issued unseen.
  const [version] = useState(invoice.version);
  const total = format.money(invoice.total, invoice.currency);
  const day = format.day(addDays(dayIn(new Date(), workspace.timeZone), invoice.days));

  const go = async () => {
    setBusy(true);
    setProblem(undefined);
    setNameless(false);
    const about = { workspaceId: workspace.uid, uid: invoice.uid };
    try {
      const { data } = await api.trades.invoices.issue.mutate({ ...about, version });
      notify("success", t("issued", { number: format.reference(data.number ?? 0) }));
      onClose();
      await take(data);
    } catch (error) {
      const { code, message, issues, current } = toApiError(error);
      setBusy(false);
      if (code === "conflict" && current) utils.trades.invoices.view.setData(about, { data: current as Invoice });
      // Who sells is said elsewhere.
      if (issues[0]?.path[0] === "seller") return setNameless(true);
      setProblem(code === "conflict" ? t("conflict") : (issues[0]?.message ?? message ?? common("offline")));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(invoice.kind === "credit" ? "issueCreditTitle" : "issueTitle")}
      closeLabel={common("close")}
      footer={
        <DialogActions onCancel={onClose} busy={busy} onClick={() => void go()}>
          {t("issue")}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p className="font-semibold text-ink">
          {invoice.kind === "credit"
            ? t("creditTotal", { total, number: format.reference(invoice.creditOf?.number ?? 0) })
            : t("totalDue", { total, day })}
        </p>
        <p>{t("issueText")}</p>
        <MissingParticulars workspace={workspace} invoice={invoice} />
        {nameless ? (
          <Alert tone="danger">
            {t("sellerNeeded")}{" "}
            <Link href={settingsHref(workspace.uid, "pricing-setup")} className="font-medium text-primary-text underline">
              {t("toPricing")}
            </Link>
          </Alert>
        ) : null}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </div>
    </Dialog>
  );
}

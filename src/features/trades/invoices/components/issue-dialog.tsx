"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn } from "@/lib/days";
import { api, toApiError, trpc } from "@/trpc/client";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { invoiceHref, settingsHref } from "../../hrefs";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import type { InvoiceIssueInput } from "../schema";
import type { Invoice } from "./invoice-page";
import { MissingParticulars } from "./missing-particulars";

/** What came since the draft was made, and whoever issues it knows of. */
type Known = Pick<InvoiceIssueInput, "anyway" | "accepted">;

/** What to do about it, in a last invoice. */
const HINTS = { invoiceOutdated: "outdatedFinal", acceptedSince: "acceptedSince" } as const;

/** What follows from issuing a draft, before it is done. */
export function IssueDialog({ workspace, invoice, onClose }: { workspace: Workspace; invoice: Invoice; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const errorMessage = useErrorMessage();
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const take = useTakeInvoice(workspace);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [nameless, setNameless] = useState(false);
  /** What was issued or accepted for the job since this was drafted. */
  const [since, setSince] = useState<{ code: keyof typeof HINTS; known: Known; message: string | undefined }>();
  // As it was seen when it was asked: what somebody else writes meanwhile is not issued unseen.
  const [version] = useState(invoice.version);
  const total = format.money(invoice.total, invoice.currency);
  const day = format.day(addDays(dayIn(new Date(), workspace.timeZone), invoice.days));

  const go = async (known: Known = {}) => {
    setBusy(true);
    setProblem(undefined);
    setNameless(false);
    setSince(undefined);
    const about = { workspaceId: workspace.uid, uid: invoice.uid };
    try {
      const { data } = await api.trades.invoices.issue.mutate({ ...about, version, ...known });
      notify("success", t("issued", { number: format.reference(data.number ?? 0) }));
      onClose();
      await take(data);
    } catch (error) {
      const { code, message, issues, current } = toApiError(error);
      setBusy(false);
      if (code === "conflict" && current) utils.trades.invoices.view.setData(about, { data: current as Invoice });
      const came = current as { number: number; accepted: number } | undefined;
      if (code === "invoiceOutdated" && came) return setSince({ code, known: { ...known, anyway: came.number }, message });
      if (code === "acceptedSince" && came) return setSince({ code, known: { ...known, accepted: came.accepted }, message });
      // Who sells is said elsewhere.
      if (issues[0]?.path[0] === "seller") return setNameless(true);
      setProblem(code === "conflict" ? t("conflict") : (issues[0]?.message ?? message ?? common("offline")));
    }
  };
  /** Another draft of all that is left, in the place of this one. */
  const draftAnew = async () => {
    setBusy(true);
    setProblem(undefined);
    const { uid: workspaceId } = workspace;
    try {
      const { data } = await api.trades.invoices.draft.mutate({ workspaceId, jobUid: invoice.job.uid, kind: "final" });
      // Where this one cannot go, it stays beside the other: whoever asks again would only make a third.
      await api.trades.invoices.delete.mutate({ workspaceId, uid: invoice.uid, version }).catch(showError);
      utils.trades.invoices.view.setData({ workspaceId, uid: data.uid }, { data });
      void utils.trades.invoices.list.invalidate();
      router.replace(invoiceHref(workspaceId, data.uid));
    } catch (error) {
      setBusy(false);
      setProblem(errorMessage(error));
    }
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(invoice.kind === "credit" ? "issueCreditTitle" : "issueTitle")}
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
        {since ? (
          <Alert tone="warning">
            <p>
              {since.message} {t(invoice.kind === "final" ? HINTS[since.code] : "outdatedPart")}
            </p>
            <div className="mt-3 flex flex-wrap gap-3">
              {invoice.kind === "final" ? (
                <Button busy={busy} onClick={() => void draftAnew()}>
                  {t("draftAnew")}
                </Button>
              ) : null}
              <Button look="outline" busy={busy} onClick={() => void go(since.known)}>
                {t("issueAnyway")}
              </Button>
            </div>
          </Alert>
        ) : null}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
      </div>
    </Dialog>
  );
}

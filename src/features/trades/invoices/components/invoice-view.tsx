"use client";

import { PaperAirplaneIcon, ReceiptRefundIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { invoiceHref } from "../../hrefs";
import { LineList } from "../../quotes/components/line-list";
import { Sums } from "../../quotes/components/sums";
import { Balance } from "./balance";
import { Downloads } from "./downloads";
import { InvoiceFacts } from "./invoice-facts";
import { InvoiceHeading } from "./invoice-heading";
import type { Invoice } from "./invoice-page";
import { InvoiceStandingBadge } from "./invoice-standing";
import { Payments } from "./payments";
import { SendDialog } from "./send-dialog";

/** What was issued, as it stays, and what was paid and given back of it. */
export function InvoiceView({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const format = useFormat();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [sending, setSending] = useState(false);
  const { uid, version, kind, standing, currency, credits } = invoice;
  const credit = trpc.trades.invoices.credit.useMutation({
    onSuccess: async ({ data }) => {
      await utils.trades.invoices.invalidate();
      router.push(invoiceHref(workspace.uid, data.uid));
    },
    onError: (error) => {
      const { code, message } = toApiError(error);
      notify("error", code === "conflict" ? t("conflictView") : (message ?? common("offline")));
      void utils.trades.invoices.invalidate();
    },
  });
  return (
    <>
      <InvoiceHeading workspace={workspace} invoice={invoice}>
        <Button icon={<PaperAirplaneIcon className="size-5 rtl:-scale-x-100" />} onClick={() => setSending(true)}>
          {t("send")}
        </Button>
        <Downloads workspace={workspace} invoice={invoice} />
        {kind === "credit" || standing === "credited" ? null : (
          <Button
            look="outline"
            icon={<ReceiptRefundIcon className="size-5" />}
            busy={credit.isPending}
            onClick={() => credit.mutate({ workspaceId: workspace.uid, uid, version })}
          >
            {t("credit")}
          </Button>
        )}
      </InvoiceHeading>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        {/* What is owed stands first on a phone, where the columns come below one another. */}
        <div className="grid min-w-0 gap-6 lg:order-last">
          {kind === "credit" ? null : <Balance workspace={workspace} invoice={invoice} />}
          <Section title={t("sums")}>
            <Sums currency={currency} taxIncluded={invoice.how.taxIncluded} totals={invoice.totals} />
          </Section>
          <InvoiceFacts invoice={invoice} />
        </div>
        <div className="grid min-w-0 gap-6">
          <Section title={t("lines")}>
            <p className="mb-2 text-ink-soft wrap-anywhere">
              <bdi>{invoice.title}</bdi>
            </p>
            <LineList lines={invoice.lines} currency={currency} />
          </Section>
          {invoice.notes ? (
            <Section title={t("notes")}>
              <p dir="auto" className="whitespace-pre-line wrap-anywhere">
                {invoice.notes}
              </p>
            </Section>
          ) : null}
          {kind === "credit" ? null : <Payments workspace={workspace} invoice={invoice} />}
          {credits.length > 0 ? (
            <Section title={t("credits")}>
              <ul className="divide-y divide-line">
                {credits.map((one) => (
                  <li key={one.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1">
                    <Link
                      href={invoiceHref(workspace.uid, one.uid)}
                      className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
                    >
                      {one.number === null ? t("creditDraft") : t("creditNumbered", { number: format.reference(one.number) })}
                    </Link>
                    <span className="flex flex-wrap items-center gap-3">
                      <InvoiceStandingBadge kind="credit" standing={one.standing} />
                      <span className="font-semibold tabular">{format.money(one.total, currency)}</span>
                    </span>
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
        </div>
      </div>
      {sending ? <SendDialog workspace={workspace} invoice={invoice} onClose={() => setSending(false)} /> : null}
    </>
  );
}

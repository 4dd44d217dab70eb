"use client";

import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE } from "@/lib/constants";
import { api, type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";
import { Badge, Card } from "@/ui/card";
import { Pagination } from "@/ui/pagination";

type Invoice = RouterOutputs["subscription"]["invoices"]["data"][number];

const TONES = { draft: "neutral", open: "warning", paid: "success", uncollectible: "danger", void: "neutral" } as const;

/** What was asked for and paid, the newest first, each with its PDF. */
export function InvoiceList() {
  const t = useTranslations("subscription.invoices");
  const [page, setPage] = useState(FIRST_PAGE);
  const invoices = trpc.subscription.invoices.useQuery({ page }, { placeholderData: keepPreviousData });
  const shown = isMissing(invoices) ? undefined : invoices.data;
  return (
    <section aria-labelledby="invoices">
      <h2 id="invoices" className="mb-4 text-xl font-bold">
        {t("title")}
      </h2>
      {isMissing(invoices) ? <LoadFailed query={invoices} /> : null}
      {shown?.meta.total === 0 ? <p className="rounded-box bg-sunken px-4 py-6 text-center text-ink-soft">{t("empty")}</p> : null}
      {shown && shown.meta.total > 0 ? (
        <Card className="px-5 sm:px-8">
          <InvoiceTable invoices={shown.data} />
        </Card>
      ) : null}
      <Pagination page={page} total={invoices.data?.meta.total ?? 0} onSelect={setPage} />
    </section>
  );
}

/** On a phone number, date and state stand below one another, because a table that scrolls sideways hides the amount. */
function InvoiceTable({ invoices }: { invoices: Invoice[] }) {
  const t = useTranslations("subscription.invoices");
  const format = useFormat();
  return (
    <table className="w-full border-collapse text-start">
      <thead className="border-b border-line text-sm text-ink-soft">
        <tr>
          <th scope="col" className="py-3 pe-4 text-start font-medium">
            {t("number")}
          </th>
          <th scope="col" className="hidden py-3 pe-4 text-start font-medium md:table-cell">
            {t("date")}
          </th>
          <th scope="col" className="hidden py-3 pe-4 text-start font-medium md:table-cell">
            {t("statusLabel")}
          </th>
          <th scope="col" className="py-3 pe-4 text-end font-medium">
            {t("amount")}
          </th>
          <th scope="col" className="py-3 text-end font-medium">
            {t("receipt")}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {invoices.map((invoice) => (
          <tr key={invoice.uid} className="align-top">
            <td className="py-3 pe-4">
              <bdi className="font-medium break-all">{invoice.number}</bdi>
              <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft md:hidden">
                <span>{format.date(invoice.createdAt)}</span>
                <Status invoice={invoice} />
              </div>
            </td>
            <td className="hidden py-3 pe-4 whitespace-nowrap text-ink-soft md:table-cell">{format.date(invoice.createdAt)}</td>
            <td className="hidden py-3 pe-4 md:table-cell">
              <Status invoice={invoice} />
            </td>
            <td className="tabular py-3 pe-4 text-end whitespace-nowrap">
              {format.charge(invoice.amount, invoice.currency)}
              {invoice.amountRefunded > 0 ? (
                <span className="block text-sm whitespace-normal text-ink-soft">
                  {t("refunded", { amount: format.charge(invoice.amountRefunded, invoice.currency) })}
                </span>
              ) : null}
            </td>
            <td className="py-2 text-end">
              <Download invoice={invoice} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Status({ invoice: { status } }: { invoice: Invoice }) {
  const t = useTranslations("subscription.invoices");
  return <Badge tone={TONES[status]}>{t(`status.${status}`)}</Badge>;
}

function Download({ invoice }: { invoice: Invoice }) {
  const t = useTranslations("subscription.invoices");
  const { save, busy } = useSaveFile(() => api.subscription.receipt.query({ invoiceId: invoice.uid }));
  return (
    <Button
      size="sm"
      look="outline"
      busy={busy}
      aria-label={t("download", { number: invoice.number ?? "" })}
      icon={<ArrowDownTrayIcon className="size-4" />}
      onClick={() => void save()}
    >
      {t("downloadShort")}
    </Button>
  );
}

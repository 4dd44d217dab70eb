"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Card } from "@/ui/card";
import type { Workspace } from "../../components/workspace-frame";
import { invoiceHref } from "../../hrefs";
import type { StatementDto } from "../dto";

const AMOUNT = "py-2.5 ps-3 text-end align-top tabular";

/** What came to an account and off it, with what is owed after each. */
export function StatementTable({ workspace, statement }: { workspace: Workspace; statement: StatementDto }) {
  const t = useTranslations("trades.invoices.statement");
  const is = useTranslations("trades.invoices.statement.entries");
  const format = useFormat();
  const { currency, from, to, opening, closing, entries } = statement;
  const money = (amount: number) => format.money(amount, currency);
  const edge = (label: string, day: string, amount: number) => (
    <tr className="font-semibold">
      <th scope="row" colSpan={2} className="py-2.5 text-start align-top font-semibold">
        {label}
        <span className="block text-sm font-normal text-ink-soft">{format.day(day)}</span>
      </th>
      <td className={AMOUNT}>{money(amount)}</td>
    </tr>
  );
  return (
    <Card className="px-4 py-2 sm:px-6 print:border-0 print:p-0 print:shadow-none">
      {/* Amounts of many digits scroll within the table, never the page. */}
      <div className="overflow-x-auto">
        <table className="w-full text-[0.95rem] max-sm:text-sm">
          <caption className="sr-only">{t("title")}</caption>
          <thead>
            <tr className="border-b border-line text-sm text-ink-soft">
              <th scope="col" className="py-2.5 text-start font-medium">
                {t("what")}
              </th>
              <th scope="col" className="py-2.5 ps-3 text-end font-medium">
                {t("amount")}
              </th>
              <th scope="col" className="py-2.5 ps-3 text-end font-medium">
                {t("balance")}
              </th>
            </tr>
          </thead>
          <tbody className="divide-y divide-line">
            {edge(t("opening"), from, opening)}
            {entries.map(({ day, is: kind, invoice, title, amount, balance }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: one invoice has several entries, and they never move
              <tr key={at} className="break-inside-avoid">
                <th scope="row" className="py-2.5 text-start align-top font-normal">
                  <span className="block text-sm text-ink-soft">{format.day(day)}</span>
                  <Link
                    href={invoiceHref(workspace.uid, invoice.uid)}
                    className="font-medium text-primary-text underline-offset-4 hover:underline print:text-ink"
                  >
                    {is(kind, { number: format.reference(invoice.number) })}
                  </Link>
                  {title ? (
                    <span className="block text-sm wrap-anywhere text-ink-soft">
                      <bdi>{title}</bdi>
                    </span>
                  ) : null}
                </th>
                <td className={AMOUNT}>{money(amount)}</td>
                <td className={AMOUNT}>{money(balance)}</td>
              </tr>
            ))}
            {edge(t("closing"), to, closing)}
          </tbody>
        </table>
        {entries.length === 0 ? <p className="pb-3 text-ink-soft">{t("nothing")}</p> : null}
      </div>
    </Card>
  );
}

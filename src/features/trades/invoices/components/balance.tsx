"use client";

import { BanknotesIcon, ExclamationTriangleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { dayIn, daysBetween } from "@/lib/days";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import type { Invoice } from "./invoice-page";
import { PaymentDialog } from "./payment-dialog";

/** What is still owed, to the shop or to the customer, and since when. */
export function Balance({ workspace, invoice }: { workspace: Workspace; invoice: Invoice }) {
  const t = useTranslations("trades.invoices");
  const format = useFormat();
  const [writing, setWriting] = useState(false);
  const { balance, currency, dueOn, standing, total, paid, credited } = invoice;
  const money = (amount: number) => format.money(amount, currency);
  const late = standing === "overdue" && dueOn !== null;
  const kind = balance < 0 ? "refund" : "payment";
  return (
    <Section title={t(balance > 0 ? "stillOwed" : balance < 0 ? "toPayBack" : "nothingOwed")}>
      <p className={late ? "text-3xl font-bold wrap-anywhere text-danger tabular" : "text-3xl font-bold wrap-anywhere tabular"}>
        {money(Math.abs(balance))}
      </p>
      {late ? (
        <p className="mt-1 flex items-center gap-2 font-medium text-danger">
          <ExclamationTriangleIcon className="size-5 shrink-0" aria-hidden="true" />
          <span>
            {t("overdueBy", { days: daysBetween(dueOn, dayIn(new Date(), workspace.timeZone)) })} {t("dueDay", { day: format.day(dueOn) })}
          </span>
        </p>
      ) : balance > 0 && dueOn ? (
        <p className="mt-1 text-ink-soft">{t("dueDay", { day: format.day(dueOn) })}</p>
      ) : null}
      <dl className="mt-4 grid gap-2 border-t border-line pt-3">
        {[
          { label: t("total"), amount: total },
          { label: t("paid"), amount: -paid },
          ...(credited > 0 ? [{ label: t("credited"), amount: -credited }] : []),
        ].map(({ label, amount }) => (
          <div key={label} className="flex flex-wrap items-baseline justify-between gap-x-6">
            <dt className="text-ink-soft">{label}</dt>
            <dd className="tabular">{money(amount || 0)}</dd>
          </div>
        ))}
      </dl>
      {balance === 0 ? null : (
        <Button className="mt-5 w-full" icon={<BanknotesIcon className="size-5" />} onClick={() => setWriting(true)}>
          {t(`write.${kind}`)}
        </Button>
      )}
      {writing ? <PaymentDialog workspace={workspace} invoice={invoice} kind={kind} onClose={() => setWriting(false)} /> : null}
    </Section>
  );
}

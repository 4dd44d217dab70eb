"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import type { Workspace } from "../../components/workspace-frame";
import { customerHref, invoiceHref, jobHref } from "../../hrefs";
import type { Invoice } from "./invoice-page";
import { InvoiceStandingBadge } from "./invoice-standing";

const LINK = "inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 wrap-anywhere hover:underline";

interface InvoiceHeadingProps {
  workspace: Workspace;
  invoice: Invoice;
  /** What can be done with it. */
  children: ReactNode;
}

/** What it is, where it stands, and what it belongs to. */
export function InvoiceHeading({ workspace, invoice, children }: InvoiceHeadingProps) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.document.kinds");
  const format = useFormat();
  const { kind, number, job, customer, creditOf } = invoice;
  return (
    <div className="mb-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
            {number === null ? kinds(kind) : t("numbered", { kind: kinds(kind), number: format.reference(number) })}
          </h2>
          <InvoiceStandingBadge {...invoice} />
        </div>
        <div className="flex flex-wrap items-center gap-2">{children}</div>
      </div>
      <p className="flex flex-wrap gap-x-6">
        <Link href={customerHref(workspace.uid, customer.uid)} className={LINK}>
          <bdi>{customer.name}</bdi>
        </Link>
        <Link href={jobHref(workspace.uid, { uid: job.uid })} className={LINK}>
          {t("forJob", { number: format.reference(job.number), title: job.title })}
        </Link>
        {creditOf ? (
          <Link href={invoiceHref(workspace.uid, creditOf.uid)} className={LINK}>
            {t("creditOf", { number: format.reference(creditOf.number ?? 0) })}
          </Link>
        ) : null}
      </p>
    </div>
  );
}

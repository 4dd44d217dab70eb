"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { usePaginationLabels } from "@/i18n/use-pagination-labels";
import { FIRST_PAGE } from "@/lib/constants";
import { trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Section } from "@/ui/editing/parts";
import { Pagination } from "@/ui/pagination";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { invoiceHref } from "../../components/places";
import type { Workspace } from "../../components/workspace-frame";
import { DraftDialog } from "./draft-dialog";
import { InvoiceStandingBadge } from "./invoice-standing";

/** What was asked for a job: for those who manage the workspace. */
export function JobInvoices({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.document.kinds");
  const common = useTranslations("common");
  const labels = usePaginationLabels();
  const format = useFormat();
  const { params, href } = useAddress();
  const page = Math.max(FIRST_PAGE, Math.floor(Number(params.get("invoices")) || FIRST_PAGE));
  const [drafting, setDrafting] = useState(false);
  const query = trpc.trades.invoices.list.useQuery({ workspaceId: workspace.uid, jobUid, page }, { placeholderData: keepPreviousData });
  if (query.isError && !query.data) return <LoadFailed query={query} />;
  const rows = query.data?.data;
  return (
    <Section
      title={t("ofJob")}
      action={
        <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setDrafting(true)}>
          {t("new")}
        </Button>
      }
    >
      {rows ? null : <LoadingList label={common("loading")} />}
      {rows?.length === 0 ? <p className="text-ink-soft">{t("noneOfJob")}</p> : null}
      <ul className="divide-y divide-line">
        {rows?.map(({ uid, kind, number, standing, total, balance, currency, dueOn }) => (
          <li key={uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-48">
              <Link
                href={invoiceHref(workspace.uid, uid)}
                className="inline-flex min-h-11 items-center font-medium text-primary-text underline-offset-4 hover:underline"
              >
                {number === null ? kinds(kind) : t("numbered", { kind: kinds(kind), number: format.reference(number) })}
              </Link>
              {dueOn && balance > 0 ? (
                <p className={standing === "overdue" ? "text-sm text-danger" : "text-sm text-ink-soft"}>
                  {t("dueDay", { day: format.day(dueOn) })} {t("open", { amount: format.money(balance, currency) })}
                </p>
              ) : null}
            </div>
            <span className="flex flex-wrap items-center gap-3">
              <InvoiceStandingBadge kind={kind} standing={standing} />
              <span className="font-semibold tabular">{format.money(total, currency)}</span>
            </span>
          </li>
        ))}
      </ul>
      <Pagination
        page={page}
        total={query.data?.meta.total ?? 0}
        href={(to) => href({ invoices: to })}
        labels={labels}
        format={format.number}
      />
      {drafting ? (
        <DraftDialog
          workspace={workspace}
          jobUid={jobUid}
          first={rows === undefined || rows.length === 0}
          onClose={() => setDrafting(false)}
        />
      ) : null}
    </Section>
  );
}

"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { JobDocuments, useDocumentsPage } from "../../components/job-documents";
import type { Workspace } from "../../components/workspace-frame";
import { invoiceHref } from "../../hrefs";
import { DraftDialog } from "./draft-dialog";
import { InvoiceStandingBadge } from "./invoice-standing";

/** What was asked for a job: for those who manage the workspace. */
export function JobInvoices({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.document.kinds");
  const format = useFormat();
  const page = useDocumentsPage("invoices");
  const [drafting, setDrafting] = useState(false);
  const query = trpc.trades.invoices.list.useQuery({ workspaceId: workspace.uid, jobUid, page }, { placeholderData: keepPreviousData });
  return (
    <>
      <JobDocuments
        title={t("ofJob")}
        none={t("noneOfJob")}
        action={
          // What is asked for next depends on what was.
          <Button
            look="outline"
            icon={<PlusIcon className="size-5" />}
            busy={query.isLoading}
            disabled={isMissing(query)}
            onClick={() => setDrafting(true)}
          >
            {t("new")}
          </Button>
        }
        query={query}
        place="invoices"
        href={({ uid }) => invoiceHref(workspace.uid, uid)}
        name={({ kind, number }) =>
          number === null ? kinds(kind) : t("numbered", { kind: kinds(kind), number: format.reference(number) })
        }
        note={({ dueOn, balance, standing, currency }) =>
          dueOn && balance > 0 ? (
            <p className={standing === "overdue" ? "text-sm text-danger" : "text-sm text-ink-soft"}>
              {t("dueDay", { day: format.day(dueOn) })} {t("open", { amount: format.money(balance, currency) })}
            </p>
          ) : null
        }
        badge={({ kind, standing }) => <InvoiceStandingBadge kind={kind} standing={standing} />}
      />
      {drafting ? (
        <DraftDialog workspace={workspace} jobUid={jobUid} first={query.data?.data.length === 0} onClose={() => setDrafting(false)} />
      ) : null}
    </>
  );
}

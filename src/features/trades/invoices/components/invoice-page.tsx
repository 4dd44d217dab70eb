"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { lazyPart } from "@/ui/lazy-part";
import { LoadingList } from "@/ui/spinner";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { manages } from "../../rules";

export type Invoice = RouterOutputs["trades"]["invoices"]["view"]["data"];

function Waiting() {
  return <LoadingList />;
}
const InvoiceDraft = lazyPart(() => import("./invoice-draft").then((part) => part.InvoiceDraft), { waiting: Waiting });
const InvoiceView = lazyPart(() => import("./invoice-view").then((part) => part.InvoiceView), { waiting: Waiting });

/** One invoice or credit: a draft to be written, or what was issued. */
export function InvoicePage() {
  const t = useTranslations("trades.invoices");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <WorkspaceFrame tab="invoices">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "invoices")} text={t("all")} />
          {manages(workspace.role) ? (
            <Existing key={uid} workspace={workspace} uid={uid} />
          ) : (
            <Notice icon={<LockClosedIcon />} title={t("managersOnly")} />
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.invoices");
  const query = trpc.trades.invoices.view.useQuery({ workspaceId: workspace.uid, uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={workspaceHref(workspace.uid, "invoices")} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const invoice = query.data.data;
  const Shown = invoice.number === null ? InvoiceDraft : InvoiceView;
  return <Shown workspace={workspace} invoice={invoice} />;
}

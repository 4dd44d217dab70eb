"use client";

import { DocumentTextIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { useAsked } from "@/trpc/use-error";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { Documents } from "../../files/components/documents";
import { customerHref, statementHref, workspaceHref } from "../../hrefs";
import { CustomerJobs } from "../../jobs/components/customer-jobs";
import { Notes } from "../../notes/components/notes";
import { manages } from "../../rules";
import { CustomerForm } from "./customer-form";
import { CustomerView } from "./customer-view";
import { MergeDialog } from "./merge-dialog";

export type Customer = RouterOutputs["trades"]["customers"]["view"]["data"];

/** One customer. Without an identity in the address a new one. */
export function CustomerPage() {
  const t = useTranslations("trades.customers");
  const uid = useSearchParams().get("uid") ?? "";
  return (
    <WorkspaceFrame tab="customers">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "customers")} text={t("all")} />
          {uid || !manages(workspace.role) ? (
            <Existing key={uid} workspace={workspace} uid={uid} />
          ) : (
            <>
              <h2 className="mb-5 text-xl font-bold">{t("new")}</h2>
              <NewCustomer workspace={workspace} />
            </>
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function NewCustomer({ workspace }: { workspace: Workspace }) {
  const router = useRouter();
  return <CustomerForm workspace={workspace} customer={null} onSaved={({ uid }) => router.replace(customerHref(workspace.uid, uid))} />;
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.customers");
  const statement = useTranslations("trades.invoices.statement");
  const [editing, setEditing] = useState(false);
  const query = trpc.trades.customers.view.useQuery({ workspaceId: workspace.uid, uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={workspaceHref(workspace.uid, "customers")} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const customer = query.data.data;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
          <bdi>{customer.name}</bdi>
        </h2>
        {manages(workspace.role) && !editing ? (
          <div className="flex flex-wrap items-center gap-2">
            <ButtonLink look="outline" href={statementHref(workspace.uid, uid)} icon={<DocumentTextIcon className="size-5" />}>
              {statement("title")}
            </ButtonLink>
            <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setEditing(true)}>
              {t("edit")}
            </Button>
            <MergeDialog workspace={workspace} customer={customer} />
            <DeleteCustomer workspace={workspace} customer={customer} />
          </div>
        ) : null}
      </div>
      {editing ? (
        <CustomerForm workspace={workspace} customer={customer} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
      ) : (
        <div className="grid gap-6">
          <CustomerView workspace={workspace} customer={customer} />
          <CustomerJobs workspace={workspace} customerUid={customer.uid} />
          <div className="grid items-start gap-6 lg:grid-cols-2">
            <Notes workspace={workspace} subject={{ customerUid: uid }} />
            <Documents workspace={workspace} subject={{ customerUid: uid }} />
          </div>
        </div>
      )}
    </>
  );
}

function DeleteCustomer({ workspace, customer: { uid, name, version } }: { workspace: Workspace; customer: Customer }) {
  const t = useTranslations("trades.customers");
  const editing = useTranslations("editing.delete");
  const asked = useAsked();
  const router = useRouter();
  const utils = trpc.useUtils();
  const remove = trpc.trades.customers.delete.useMutation({
    onSuccess: async () => {
      notify("success", editing("done"));
      router.replace(workspaceHref(workspace.uid, "customers"));
      await utils.trades.customers.list.invalidate();
    },
    onError: () => void utils.trades.customers.view.invalidate({ workspaceId: workspace.uid, uid }),
  });
  return (
    <ConfirmDelete
      name={name}
      text={t("deleteText")}
      version={version}
      onDelete={(seen) => remove.mutate({ workspaceId: workspace.uid, uid, version: seen })}
      {...asked(remove)}
    />
  );
}

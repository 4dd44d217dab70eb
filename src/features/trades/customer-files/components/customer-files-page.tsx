"use client";

import { LockClosedIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { api, trpc } from "@/trpc/client";
import { BackLink } from "@/ui/back-link";
import { Notice } from "@/ui/card";
import { FileExport, FileImport } from "../../components/file-import";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { manages } from "../../rules";
import { COLUMNS, MOST_ROWS } from "../rules";

export function CustomerFilesPage() {
  const t = useTranslations("trades.customers");
  const settings = useTranslations("trades.settings");
  return (
    <WorkspaceFrame tab="customers">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "customers")} text={t("all")} />
          {manages(workspace.role) ? (
            <CustomerFiles workspace={workspace} />
          ) : (
            <Notice icon={<LockClosedIcon />} title={settings("managersOnly")} />
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function CustomerFiles({ workspace: { uid: workspaceId } }: { workspace: Workspace }) {
  const t = useTranslations("trades.customerFiles");
  const utils = trpc.useUtils();
  const load = async () => (await api.trades.customerFiles.export.query({ workspaceId })).data.text;
  const check = async (text: string) => (await api.trades.customerFiles.check.mutate({ workspaceId, text })).data;
  const take = async (text: string, seen: string) => {
    const { data } = await api.trades.customerFiles.take.mutate({ workspaceId, text, seen });
    await utils.trades.customers.invalidate();
    return t("done", { added: data.added, changed: data.changed });
  };
  return (
    <div className="grid max-w-4xl gap-6">
      <FileExport lead={t("exportLead")} name="customers.csv" load={load} />
      <FileImport
        lead={t("importLead")}
        columnsText={t("columns")}
        columns={COLUMNS}
        mostRows={MOST_ROWS}
        wordOf={(column) => t(`fields.${column}`)}
        takeLabel={(count) => t("take", { count })}
        outdated={t("outdated")}
        check={check}
        take={take}
      />
    </div>
  );
}

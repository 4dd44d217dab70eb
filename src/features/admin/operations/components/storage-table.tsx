"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Alert } from "@/ui/card";
import { type Column, DataTable } from "@/ui/table/data-table";

type Kind = RouterOutputs["admin"]["operations"]["storage"]["data"]["kinds"][number];

/** The room that people's files take up. */
export function StorageTable() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const query = trpc.admin.operations.storage.useQuery();
  if (isMissing(query)) return <LoadFailed query={query} />;
  const { kinds = [], overdue = 0 } = query.data?.data ?? {};
  const columns: Column<Kind>[] = [
    { id: "kind", header: t("kind"), fixed: true, cell: ({ kind }) => t(`kinds.${kind}`), text: ({ kind }) => t(`kinds.${kind}`) },
    { id: "files", header: t("files"), align: "end", cell: ({ files }) => format.number(files), text: ({ files }) => files },
    { id: "bytes", header: t("size"), align: "end", cell: ({ bytes }) => format.size(bytes), text: ({ bytes }) => bytes },
  ];
  return (
    <div className="grid gap-4">
      {overdue > 0 ? <Alert tone="warning">{t("overdueFiles", { count: overdue })}</Alert> : null}
      <DataTable
        name="storage"
        caption={t("tab.storage")}
        columns={columns}
        rows={kinds}
        rowId={({ kind }) => kind}
        loading={query.isPending}
        empty={null}
      />
      {query.data ? (
        <p className="font-semibold">{t("total", { size: format.size(kinds.reduce((sum, { bytes }) => sum + bytes, 0)) })}</p>
      ) : null}
    </div>
  );
}

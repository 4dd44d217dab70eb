"use client";

import { CheckCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge, Notice } from "@/ui/card";
import { type Column, DataTable } from "@/ui/table/data-table";
import { useRetry } from "../hooks/use-retry";
import { OnlyFirst } from "./only-first";

type FailedErasure = RouterOutputs["admin"]["operations"]["erasures"]["data"][number];

/** The job that erases all that is due. */
const JOB = "account.erase";

/** Accounts that should be gone. Whose they were is not told: the id is what the log of errors has. */
export function ErasureTable() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const query = trpc.admin.operations.erasures.useQuery();
  const run = trpc.admin.operations.run.useMutation();
  const actions = useRetry<FailedErasure>(t("eraseAll"), () => run.mutateAsync({ names: [JOB] }));
  if (isMissing(query)) return <LoadFailed query={query} />;
  const columns: Column<FailedErasure>[] = [
    { id: "uid", header: t("account"), fixed: true, cell: ({ uid }) => <bdi dir="ltr">{uid}</bdi>, text: ({ uid }) => uid },
    {
      id: "requestedAt",
      header: t("requestedAt"),
      cell: ({ requestedAt }) => format.dateTime(requestedAt),
      text: ({ requestedAt }) => requestedAt,
    },
    { id: "dueAt", header: t("dueAt"), cell: ({ dueAt }) => format.dateTime(dueAt), text: ({ dueAt }) => dueAt },
    {
      id: "begun",
      header: t("state"),
      cell: ({ begun }) => <Badge tone={begun ? "danger" : "warning"}>{t(begun ? "interrupted" : "overdue")}</Badge>,
      text: ({ begun }) => t(begun ? "interrupted" : "overdue"),
    },
  ];
  return (
    <>
      <DataTable
        name="erasures"
        caption={t("tab.erasures")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        loading={query.isPending}
        actions={actions}
        empty={<Notice icon={<CheckCircleIcon />} title={t("noErasures")} />}
      />
      <OnlyFirst total={query.data?.meta.total} />
    </>
  );
}

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

type FailedMail = RouterOutputs["admin"]["operations"]["mails"]["data"][number];

/** Mails that no server took. Of an address only its domain is shown: that is where the trouble lies. */
export function MailTable() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const query = trpc.admin.operations.mails.useQuery();
  const retry = trpc.admin.operations.retryMails.useMutation();
  const actions = useRetry<FailedMail>(t("retry"), (rows) => retry.mutateAsync({ uids: rows.map(({ uid }) => uid) }));
  if (isMissing(query)) return <LoadFailed query={query} />;
  const columns: Column<FailedMail>[] = [
    {
      id: "template",
      header: t("mail"),
      fixed: true,
      cell: ({ template }) => <bdi dir="ltr">{template}</bdi>,
      text: ({ template }) => template,
    },
    { id: "domain", header: t("domain"), cell: ({ domain }) => <bdi dir="ltr">{domain}</bdi>, text: ({ domain }) => domain },
    { id: "createdAt", header: t("createdAt"), cell: ({ createdAt }) => format.dateTime(createdAt), text: ({ createdAt }) => createdAt },
    {
      id: "attempts",
      header: t("attempts"),
      align: "end",
      cell: ({ attempts }) => format.number(attempts),
      text: ({ attempts }) => attempts,
    },
    { id: "error", header: t("error"), cell: ({ error }) => <bdi dir="ltr">{error}</bdi>, text: ({ error }) => error },
    {
      id: "nextAt",
      header: t("nextAt"),
      cell: ({ nextAt }) => (nextAt ? format.dateTime(nextAt) : <Badge tone="danger">{t("givenUp")}</Badge>),
      text: ({ nextAt }) => nextAt ?? t("givenUp"),
    },
  ];
  return (
    <>
      <DataTable
        name="mails"
        caption={t("tab.mails")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        loading={query.isPending}
        actions={actions}
        empty={<Notice icon={<CheckCircleIcon />} title={t("noMails")} />}
      />
      <OnlyFirst total={query.data?.meta.total} />
    </>
  );
}

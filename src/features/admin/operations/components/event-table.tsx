"use client";

import { CheckCircleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Notice } from "@/ui/card";
import { type Column, DataTable } from "@/ui/table/data-table";
import { useRetry } from "../hooks/use-retry";
import { OnlyFirst } from "./only-first";

type FailedEvent = RouterOutputs["admin"]["operations"]["events"]["data"][number];

/** What Stripe told and could not be handled. */
export function EventTable() {
  const t = useTranslations("admin.operations");
  const format = useFormat();
  const query = trpc.admin.operations.events.useQuery();
  const retry = trpc.admin.operations.retryEvents.useMutation();
  const actions = useRetry<FailedEvent>(t("retry"), (rows) => retry.mutateAsync({ uids: rows.map(({ uid }) => uid) }));
  if (isMissing(query)) return <LoadFailed query={query} />;
  const columns: Column<FailedEvent>[] = [
    { id: "type", header: t("event"), fixed: true, cell: ({ type }) => <bdi dir="ltr">{type}</bdi>, text: ({ type }) => type },
    { id: "uid", header: t("id"), hidden: true, cell: ({ uid }) => <bdi dir="ltr">{uid}</bdi>, text: ({ uid }) => uid },
    {
      id: "receivedAt",
      header: t("receivedAt"),
      cell: ({ receivedAt }) => format.dateTime(receivedAt),
      text: ({ receivedAt }) => receivedAt,
    },
    {
      id: "attempts",
      header: t("attempts"),
      align: "end",
      cell: ({ attempts }) => format.number(attempts),
      text: ({ attempts }) => attempts,
    },
    { id: "error", header: t("error"), cell: ({ error }) => <bdi dir="ltr">{error}</bdi>, text: ({ error }) => error },
    { id: "nextAt", header: t("nextAt"), cell: ({ nextAt }) => format.dateTime(nextAt), text: ({ nextAt }) => nextAt },
  ];
  return (
    <>
      <DataTable
        name="stripe-events"
        caption={t("tab.events")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        loading={query.isPending}
        actions={actions}
        empty={<Notice icon={<CheckCircleIcon />} title={t("noEvents")} />}
      />
      <OnlyFirst total={query.data?.meta.total} />
    </>
  );
}

"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { inUnits } from "@/lib/money";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button } from "@/ui/button";
import { Badge } from "@/ui/card";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import { itemHref } from "../../hrefs";
import { manages } from "../../rules";
import { useAmounts } from "../hooks/use-amounts";
import { freeOf, isLow, unitsOf } from "../rules";
import { ItemDialog } from "./item-dialog";
import { StockFrame } from "./stock-frame";

export type StockItem = RouterOutputs["trades"]["stock"]["list"]["data"][number];

/** What the list can show beside what is in use: what is to be bought, or what was given up as well. */
const SHOWN = ["low", "retired"] as const;

export function ItemsPage() {
  return <StockFrame page="items">{(workspace) => <Items workspace={workspace} />}</StockFrame>;
}

/** What a shop keeps and counts, ten at a time. */
function Items({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.stock");
  const format = useFormat();
  const amountOf = useAmounts();
  const { params, search, href } = useAddress();
  const [adding, setAdding] = useState(false);
  const page = pageOf(params);
  const shown = SHOWN.find((one) => one === params.get("show"));
  const query = trpc.trades.stock.list.useQuery(
    { workspaceId: workspace.uid, page, search: search || undefined, low: shown === "low", retired: shown === "retired" },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<StockItem>[] = [
    {
      id: "name",
      header: t("name"),
      fixed: true,
      cell: ({ name, code }) => (
        <span className="wrap-anywhere">
          <bdi>{name}</bdi> <bdi className="text-sm font-normal text-ink-soft">{code}</bdi>
        </span>
      ),
      text: ({ name }) => name,
    },
    { id: "code", header: t("code"), hidden: true, cell: ({ code }) => <bdi>{code}</bdi>, text: ({ code }) => code },
    {
      id: "free",
      header: t("free"),
      align: "end",
      cell: (item) => (
        <span className="inline-flex flex-wrap items-center justify-end gap-2">
          {isLow(item) ? <Badge tone="warning">{t("low")}</Badge> : null}
          {item.retired ? <Badge>{t("retired")}</Badge> : null}
          {amountOf(freeOf(item), item.unit)}
        </span>
      ),
      text: (item) => unitsOf(freeOf(item)),
    },
    {
      id: "onHand",
      header: t("onHand"),
      align: "end",
      cell: ({ onHand, unit }) => amountOf(onHand, unit),
      text: ({ onHand }) => unitsOf(onHand),
    },
    {
      id: "reserved",
      header: t("reserved"),
      align: "end",
      cell: ({ reserved, unit }) => amountOf(reserved, unit),
      text: ({ reserved }) => unitsOf(reserved),
    },
    { id: "bin", header: t("bin"), cell: ({ bin }) => <bdi>{bin}</bdi>, text: ({ bin }) => bin },
  ];
  if (manages(workspace.role))
    columns.push({
      id: "value",
      header: t("value"),
      textHeader: format.joined([t("value"), workspace.currency]),
      align: "end",
      cell: ({ value }) => (value === undefined ? null : format.money(value, workspace.currency)),
      text: ({ value }) => (value === undefined ? null : inUnits(value, workspace.currency)),
    });
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-lg font-semibold">{t("items")}</h2>
        {manages(workspace.role) ? (
          <Button icon={<PlusIcon className="size-5" />} onClick={() => setAdding(true)}>
            {t("new")}
          </Button>
        ) : null}
      </div>
      <DataTable
        name="stock"
        caption={t("items")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => itemHref(workspace.uid, uid)}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="show" label={t("show")} choices={SHOWN} words={(one) => t(`shows.${one}`)} />
          </ContentFilters>
        }
        empty={<NothingFits filters={["show"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
      {adding ? <ItemDialog workspace={workspace} item={null} onClose={() => setAdding(false)} /> : null}
    </>
  );
}

"use client";

import { PencilSquareIcon, PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { FIRST_PAGE, PAGE_SIZE } from "@/lib/constants";
import { PRICE_KINDS } from "@/lib/enums/trades-pricing";
import { pageOffset } from "@/lib/page-math";
import { searchTerms } from "@/lib/search-terms";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, IconButton } from "@/ui/button";
import { Notice } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useAddress } from "@/ui/use-address";
import type { Workspace } from "../../components/workspace-frame";
import type { PriceItemDto, PricesDto } from "../dto";
import { usePriceWords } from "../hooks/use-price-words";
import { DeletePrice } from "./delete-price";
import { Margin } from "./margin";
import { PriceDialog } from "./price-dialog";

interface PriceTableProps {
  workspace: Workspace;
  prices: PricesDto;
}

/** The prices of a version, ten at a time; what narrows them stands in the address. Those of a draft can be changed. */
export function PriceTable({ workspace, prices }: PriceTableProps) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  const { params, search, href } = useAddress();
  const words = usePriceWords(workspace, prices);
  const materials = trpc.trades.materials.list.useQuery({ workspaceId: workspace.uid });
  const [asked, setAsked] = useState<PriceItemDto | "new">();
  const close = () => setAsked(undefined);
  // Without them a price's own tax would look like the usual one.
  const missing = words.missing ?? (isMissing(materials) ? materials : undefined);
  const draft = prices.state === "draft";
  const kind = PRICE_KINDS.find((one) => one === params.get("kind"));
  const rows = useMemo(() => {
    const wanted = searchTerms(search);
    return prices.items.filter((item) => {
      if (kind && item.kind !== kind) return false;
      const own = wanted.length > 0 ? searchTerms(`${item.code} ${item.name} ${words.materialOf(item.materialUid)}`) : [];
      return wanted.every((term) => own.some((one) => one.startsWith(term)));
    });
  }, [prices.items, words, search, kind]);
  const last = Math.max(FIRST_PAGE, Math.ceil(rows.length / PAGE_SIZE));
  const page = Math.min(last, pageOf(params));
  const money = (amount: number) => format.money(amount, workspace.currency);
  const columns: Column<PriceItemDto>[] = [
    {
      id: "name",
      header: t("name"),
      fixed: true,
      cell: ({ name, code }) => (
        <>
          <bdi>{name}</bdi>
          <span className="block text-sm font-normal text-ink-soft">
            <bdi>{code}</bdi>
          </span>
        </>
      ),
    },
    {
      id: "kind",
      header: t("kind"),
      cell: ({ kind: of, materialUid }) => (
        <>
          <span className="whitespace-nowrap">{t(`kinds.${of}`)}</span>
          {materialUid ? (
            <span className="block text-sm text-ink-soft">
              <bdi>{words.materialOf(materialUid)}</bdi>
            </span>
          ) : null}
        </>
      ),
    },
    {
      id: "price",
      header: t("price"),
      align: "end",
      cell: ({ price, unit, tiers }) => (
        <>
          <span className="whitespace-nowrap">{t("per", { price: money(price), unit: t(`units.${unit}`) })}</span>
          {tiers.map((tier) => (
            <span key={tier.from} className="block text-sm whitespace-nowrap text-ink-soft">
              {t("tierFrom", { quantity: format.quantity(tier.from), price: money(tier.price) })}
            </span>
          ))}
        </>
      ),
    },
    { id: "cost", header: t("cost"), align: "end", cell: ({ cost }) => money(cost) },
    { id: "margin", header: t("margin"), align: "end", cell: (item) => <Margin margin={words.marginOf(item)} floor={words.floor} /> },
    { id: "tax", header: t("tax"), hidden: true, cell: ({ taxUid }) => <bdi>{words.taxOf(taxUid)}</bdi> },
  ];
  if (draft)
    columns.push({
      id: "actions",
      header: t("actions"),
      cell: (item) => (
        <div className="-my-2 flex justify-end">
          <IconButton label={t("editPrice", { name: item.name })} onClick={() => setAsked(item)}>
            <PencilSquareIcon />
          </IconButton>
          <DeletePrice workspace={workspace} prices={prices} item={item} />
        </div>
      ),
    });
  const add = (
    <Button look="outline" icon={<PlusIcon className="size-5" />} onClick={() => setAsked("new")}>
      {t("addPrice")}
    </Button>
  );
  return (
    <section aria-labelledby="prices" className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="prices" className="text-lg font-semibold">
          {t("items", { count: prices.items.length })}
        </h3>
        {draft && prices.items.length > 0 ? add : null}
      </div>
      {prices.items.length === 0 ? (
        <Notice title={t("noPrices")} text={t("noPricesText")}>
          {add}
        </Notice>
      ) : (
        <>
          <DataTable
            name="prices"
            caption={prices.list.name}
            columns={columns}
            rows={rows.slice(pageOffset(page), pageOffset(page) + PAGE_SIZE)}
            rowId={({ uid }) => uid}
            total={rows.length}
            filters={
              <ContentFilters label={t("search")}>
                <ContentChoice name="kind" label={t("kind")} choices={PRICE_KINDS} words={(one) => t(`kinds.${one}`)} />
              </ContentFilters>
            }
            empty={<NothingFits filters={["kind"]} />}
          />
          <Pagination page={page} total={rows.length} href={(to) => href({ page: to })} />
        </>
      )}
      {asked && missing ? (
        <Dialog open onClose={close} title={asked === "new" ? t("addPrice") : t("editPrice", { name: asked.name })}>
          <LoadFailed query={missing} />
        </Dialog>
      ) : null}
      {asked && !missing ? (
        <PriceDialog
          workspace={workspace}
          prices={prices}
          item={asked === "new" ? null : asked}
          words={words}
          materials={materials.data?.data.materials ?? prices.materials.map((one) => ({ ...one, retired: false }))}
          onClose={close}
        />
      ) : null}
    </section>
  );
}

"use client";

import { LockClosedIcon, PlusIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { QUOTE_ORDERS, QUOTE_STATES } from "@/lib/enums/trades-quotes";
import { inUnits } from "@/lib/money";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { ContentChoice, ContentFilters } from "@/ui/editing/content-filters";
import { NothingFits } from "@/ui/editing/nothing-fits";
import { Pagination, pageOf } from "@/ui/pagination";
import type { Column } from "@/ui/table/columns";
import { DataTable } from "@/ui/table/data-table";
import { useSort } from "@/ui/table/use-sort";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { quoteHref } from "../../hrefs";
import { manages } from "../../rules";
import type { QuoteRowDto } from "../dto";
import { useQuoteNumber } from "../hooks/use-quote-number";
import { QuoteStateBadge } from "./quote-state";

export function QuotesPage() {
  const settings = useTranslations("trades.settings");
  return (
    <WorkspaceFrame tab="quotes">
      {(workspace) =>
        manages(workspace.role) ? <Quotes workspace={workspace} /> : <Notice icon={<LockClosedIcon />} title={settings("managersOnly")} />
      }
    </WorkspaceFrame>
  );
}

/** What a shop has offered, the newest first; what narrows and orders them stands in the address. */
function Quotes({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const numberOf = useQuoteNumber();
  const { params, search, href } = useAddress();
  const page = pageOf(params);
  const { sort, onSort } = useSort(QUOTE_ORDERS, { column: "number", descending: true });
  const query = trpc.trades.quotes.list.useQuery(
    {
      workspaceId: workspace.uid,
      page,
      search: search || undefined,
      state: QUOTE_STATES.find((state) => state === params.get("state")),
      order: sort.column,
      descending: sort.descending,
    },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<QuoteRowDto>[] = [
    { id: "title", header: t("title"), fixed: true, cell: ({ title }) => <bdi>{title}</bdi>, text: ({ title }) => title },
    {
      id: "number",
      header: t("number"),
      sortable: true,
      align: "end",
      cell: (row) => <bdi>{numberOf(row)}</bdi>,
      text: ({ number, revision }) => (revision > 1 ? `${number}/${revision}` : number),
    },
    { id: "state", header: t("state"), cell: ({ state }) => <QuoteStateBadge state={state} />, text: ({ state }) => t(`states.${state}`) },
    { id: "customer", header: t("customer"), cell: ({ customer }) => <bdi>{customer.name}</bdi>, text: ({ customer }) => customer.name },
    {
      id: "total",
      header: t("total"),
      textHeader: format.joined([t("total"), workspace.currency]),
      sortable: true,
      align: "end",
      cell: ({ total, currency }) => <span className="tabular">{format.money(total, currency)}</span>,
      // What is in another currency than the heading says is no number.
      text: ({ total, currency }) => (currency === workspace.currency ? inUnits(total, currency) : format.money(total, currency)),
    },
    {
      id: "validUntil",
      header: t("validUntil"),
      sortable: true,
      cell: ({ validUntil }) => format.day(validUntil),
      text: ({ validUntil }) => validUntil,
    },
  ];
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <p className="max-w-prose text-ink-soft">{t("lead")}</p>
        <ButtonLink href={quoteHref(workspace.uid)} icon={<PlusIcon className="size-5" />}>
          {t("new")}
        </ButtonLink>
      </div>
      <DataTable
        name="quotes"
        caption={t("all")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => quoteHref(workspace.uid, { uid })}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="state" label={t("state")} choices={QUOTE_STATES} words={(state) => t(`states.${state}`)} />
          </ContentFilters>
        }
        empty={<NothingFits filters={["state"]} />}
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
    </>
  );
}

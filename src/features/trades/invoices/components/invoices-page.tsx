"use client";

import { DocumentTextIcon, LockClosedIcon } from "@heroicons/react/24/outline";
import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { INVOICE_ORDERS, INVOICE_STANDINGS } from "@/lib/enums/trades-invoices";
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
import { invoiceHref, workspaceHref } from "../../hrefs";
import { manages } from "../../rules";
import type { InvoiceRowDto } from "../dto";
import { InvoiceStandingBadge, useStandingWords } from "./invoice-standing";

export function InvoicesPage() {
  const t = useTranslations("trades.invoices");
  return (
    <WorkspaceFrame tab="invoices">
      {(workspace) =>
        manages(workspace.role) ? <Invoices workspace={workspace} /> : <Notice icon={<LockClosedIcon />} title={t("managersOnly")} />
      }
    </WorkspaceFrame>
  );
}

/** What a shop has asked to be paid, the newest first; what narrows and orders it stands in the address. */
function Invoices({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.invoices");
  const kinds = useTranslations("trades.invoices.kinds");
  const standings = useTranslations("trades.invoices.standings");
  const format = useFormat();
  const wordOf = useStandingWords();
  const { params, search, href } = useAddress();
  const page = pageOf(params);
  const { sort, onSort } = useSort(INVOICE_ORDERS, { column: "number", descending: true });
  const standing = INVOICE_STANDINGS.find((one) => one === params.get("standing"));
  const query = trpc.trades.invoices.list.useQuery(
    { workspaceId: workspace.uid, page, search: search || undefined, standing, order: sort.column, descending: sort.descending },
    { placeholderData: keepPreviousData },
  );
  const money = (id: "total" | "balance", sortable = false): Column<InvoiceRowDto> => ({
    id,
    header: t(id),
    textHeader: format.joined([t(id), workspace.currency]),
    sortable,
    align: "end",
    cell: (row) => <span className="whitespace-nowrap tabular">{format.money(row[id], row.currency)}</span>,
    text: (row) => {
      // Whoever adds them up takes off what was given back. What is in another currency than the heading says is no number.
      const amount = row.kind === "credit" ? -row[id] : row[id];
      return row.currency === workspace.currency ? inUnits(amount, row.currency) : format.money(amount, row.currency);
    },
  });
  const columns: Column<InvoiceRowDto>[] = [
    { id: "title", header: t("title"), fixed: true, cell: ({ title }) => <bdi>{title}</bdi>, text: ({ title }) => title },
    {
      id: "number",
      header: t("number"),
      sortable: true,
      align: "end",
      cell: ({ number }) => (number === null ? "–" : <bdi>{format.reference(number)}</bdi>),
      text: ({ number }) => number,
    },
    { id: "kind", header: t("kind"), cell: ({ kind }) => kinds(kind), text: ({ kind }) => kinds(kind) },
    { id: "standing", header: t("standing"), cell: (row) => <InvoiceStandingBadge {...row} />, text: wordOf },
    { id: "customer", header: t("customer"), cell: ({ customer }) => <bdi>{customer.name}</bdi>, text: ({ customer }) => customer.name },
    money("total", true),
    money("balance"),
    {
      id: "dueOn",
      header: t("dueOn"),
      sortable: true,
      cell: ({ dueOn, standing: stands }) =>
        dueOn === null ? "–" : <span className={stands === "overdue" ? "font-medium text-danger" : undefined}>{format.day(dueOn)}</span>,
      text: ({ dueOn }) => dueOn,
    },
  ];
  const narrowed = ["page", "search", "standing"].some((name) => params.has(name));
  return (
    <>
      <p className="mb-5 max-w-prose text-ink-soft">{t("lead")}</p>
      <DataTable
        name="invoices"
        caption={t("all")}
        columns={columns}
        rows={query.data?.data ?? []}
        rowId={({ uid }) => uid}
        total={query.data?.meta.total}
        href={({ uid }) => invoiceHref(workspace.uid, uid)}
        sort={sort}
        onSort={onSort}
        loading={query.isPending || query.isPlaceholderData}
        failed={isMissing(query) ? <LoadFailed query={query} /> : null}
        filters={
          <ContentFilters label={t("search")}>
            <ContentChoice name="standing" label={t("standing")} choices={INVOICE_STANDINGS} words={(one) => standings(one)} />
          </ContentFilters>
        }
        empty={
          narrowed ? (
            <NothingFits filters={["standing"]} />
          ) : (
            <Notice icon={<DocumentTextIcon />} title={t("none")} text={t("noneText")}>
              <ButtonLink href={workspaceHref(workspace.uid, "jobs")}>{t("toJobs")}</ButtonLink>
            </Notice>
          )
        }
      />
      <Pagination page={page} total={query.data?.meta.total ?? 0} href={(to) => href({ page: to })} />
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useRef } from "react";
import { Button } from "@/ui/button";
import { useShortcuts } from "@/ui/hooks";
import type { BulkAction, Column, Sort } from "./columns";
import { Grid } from "./grid";
import { ChosenBar, TableBar } from "./table-bar";
import { useDataTable } from "./use-data-table";
import { ViewTabs } from "./view-tabs";

export type { Column } from "./columns";

export interface DataTableProps<Row extends object> {
  /** Of the CSV's file, and of the views that are kept. */
  name: string;
  /** What assistive technology calls the table. */
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** Where a row leads; Enter opens it. */
  href?: (row: Row) => string;
  sort?: Sort;
  onSort?: (column: string) => void;
  /** Rows are on their way: until the first ones come, their places are shown. */
  loading?: boolean;
  /** Stands in the place of the rows where they could not be loaded. */
  failed?: ReactNode;
  /** Stands where there are no rows. */
  empty: ReactNode;
  actions?: BulkAction<Row>[];
  /** Stands in the table's bar. */
  filters?: ReactNode;
  /** How many rows there are of a list that shows some of them: in pages, with the caller's Pagination below it, or the first ones. */
  total?: number | undefined;
  /** For lists that go on. */
  more?: { hasMore: boolean; loading: boolean; onMore: () => void };
}

/**
 * The one table: what it shows stands in the address, so that a view is kept and shared as one. Where there is little room its
 * rows become cards; nothing scrolls the page sideways.
 */
export function DataTable<Row extends object>({
  name,
  caption,
  columns,
  rows: given,
  rowId,
  href,
  sort,
  onSort,
  loading = false,
  failed,
  empty,
  actions = [],
  filters,
  total = 0,
  more,
}: DataTableProps<Row>) {
  const t = useTranslations("ui.table");
  const rows = failed ? [] : given;
  const columnsButton = useRef<HTMLButtonElement>(null);
  const { table, shown, chosen, chooseNone, toggleColumn, resetColumns } = useDataTable({ columns, rows, rowId });
  useShortcuts([["KeyC", () => columnsButton.current?.click()]]);
  const sorted = columns.find(({ id }) => id === sort?.column);
  const waits = loading && rows.length === 0 && !failed;
  return (
    <div data-shortcuts tabIndex={-1} className="@container grid gap-4">
      <ViewTabs table={name} />
      <TableBar
        name={name}
        columns={columns}
        shown={shown}
        rows={rows}
        partial={rows.length > 0 && (more?.hasMore === true || total > rows.length)}
        sort={sort}
        onSort={onSort}
        filters={filters}
        columnsButton={columnsButton}
        onToggle={toggleColumn}
        onReset={resetColumns}
      />
      <div tabIndex={-1} className="grid min-w-0 gap-4">
        {failed || (rows.length === 0 && !waits) ? (
          (failed ?? empty)
        ) : (
          <Grid
            caption={caption}
            table={table}
            columns={shown}
            href={href}
            sort={sort}
            onSort={onSort}
            waits={waits}
            busy={loading}
            choosable={actions.length > 0}
          />
        )}
        {chosen.length > 0 ? <ChosenBar actions={actions} chosen={chosen} onDone={chooseNone} /> : null}
      </div>
      {more?.hasMore ? (
        <div className="flex justify-center">
          <Button look="outline" busy={more.loading} onClick={more.onMore}>
            {t("more")}
          </Button>
        </div>
      ) : null}
      <p aria-live="polite" className="sr-only">
        <span>{waits || failed ? "" : t("rows", { count: rows.length })}</span>{" "}
        <span>{sorted ? t(sort?.descending ? "sortedDown" : "sortedUp", { column: sorted.header }) : ""}</span>{" "}
        <span>{chosen.length > 0 ? t("chosen", { count: chosen.length }) : ""}</span>
      </p>
    </div>
  );
}

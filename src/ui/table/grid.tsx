"use client";

import { ArrowDownIcon, ArrowUpIcon, ChevronUpDownIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useId } from "react";
import type { Column, Sort } from "./columns";
import { GridRow, PART, ROW, useRows } from "./grid-row";
import type { TableModel } from "./use-data-table";

interface GridProps<Row extends object> {
  caption: string;
  table: TableModel<Row>;
  /** Those that are shown. */
  columns: Column<Row>[];
  href: ((row: Row) => string) | undefined;
  sort: Sort | undefined;
  onSort: ((column: string) => void) | undefined;
  /** Nothing is there yet. */
  waits: boolean;
  /** What is there may be about to change. */
  busy: boolean;
  choosable: boolean;
}

const WAITING_ROWS = 8;

/** Rows with a header above, or cards. */
export function Grid<Row extends object>({ caption, table, columns, href, sort, onSort, waits, busy, choosable }: GridProps<Row>) {
  const t = useTranslations("ui.table");
  const id = useId();
  const { rows } = table.getRowModel();
  const roving = useRows(
    rows.map((row) => row.id),
    href !== undefined,
  );
  const all = table.getIsAllRowsSelected();
  return (
    <div className="min-w-0 @3xl:overflow-x-auto @3xl:rounded-box @3xl:border @3xl:border-line @3xl:bg-surface @3xl:shadow-card">
      <p id={`${id}-help`} hidden>
        {t(choosable ? "helpChoose" : "help")}
      </p>
      <table
        {...(choosable ? PART.choosableGrid : PART.grid)}
        aria-label={caption}
        aria-describedby={`${id}-help`}
        aria-busy={busy || undefined}
        className="w-full border-collapse text-[0.95rem] @max-3xl:block"
      >
        <thead {...PART.group} className="@max-3xl:hidden">
          <tr {...PART.row}>
            {choosable ? (
              <th {...PART.header} className="w-0 ps-4">
                <input
                  type="checkbox"
                  aria-label={t("chooseAll")}
                  checked={all && rows.length > 0}
                  ref={(box) => {
                    if (box) box.indeterminate = !all && table.getIsSomeRowsSelected();
                  }}
                  onChange={() => table.toggleAllRowsSelected(!all)}
                  className="block size-5 accent-primary"
                />
              </th>
            ) : null}
            {columns.map((column) => (
              <HeaderCell key={column.id} column={column} sort={sort} onSort={onSort} />
            ))}
          </tr>
        </thead>
        <tbody {...PART.group} className="@max-3xl:grid @max-3xl:gap-3">
          {waits
            ? Array.from({ length: WAITING_ROWS }, (_, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: places without anything in them
                <WaitingRow key={at} columns={columns} choosable={choosable} />
              ))
            : rows.map((row) => <GridRow key={row.id} row={row} columns={columns} href={href} choosable={choosable} roving={roving} />)}
        </tbody>
      </table>
    </div>
  );
}

function HeaderCell<Row>({ column, sort, onSort }: { column: Column<Row>; sort: Sort | undefined; onSort: GridProps<object>["onSort"] }) {
  const sorted = sort?.column === column.id ? (sort.descending ? "descending" : "ascending") : undefined;
  const end = column.align === "end";
  return (
    <th
      {...PART.header}
      aria-sort={sorted}
      className={clsx("px-4 py-1 text-sm font-medium text-ink-soft", end ? "text-end" : "text-start")}
    >
      {column.sortable && onSort ? (
        <button
          type="button"
          onClick={() => onSort(column.id)}
          className={clsx(
            "-mx-2 inline-flex min-h-10 items-center gap-1 rounded-box px-2 hover:bg-sunken hover:text-ink",
            end && "flex-row-reverse",
          )}
        >
          {column.header}
          <SortIcon sorted={sorted} />
        </button>
      ) : (
        <span className="inline-flex min-h-10 items-center">{column.header}</span>
      )}
    </th>
  );
}

function SortIcon({ sorted }: { sorted: "ascending" | "descending" | undefined }) {
  const Icon = sorted === undefined ? ChevronUpDownIcon : sorted === "ascending" ? ArrowUpIcon : ArrowDownIcon;
  return <Icon className={clsx("size-4 shrink-0", sorted === undefined && "opacity-60")} aria-hidden="true" />;
}

/** Has a row's shape, so that nothing moves when the rows come. */
function WaitingRow<Row>({ columns, choosable }: { columns: Column<Row>[]; choosable: boolean }) {
  return (
    <tr {...PART.row} className={ROW}>
      {choosable ? <td {...PART.cell} className="@max-3xl:hidden" /> : null}
      {columns.map(({ id, fixed }) => (
        <td key={id} {...PART.cell} className={clsx("px-4 py-3.5 @max-3xl:block @max-3xl:py-1", fixed && "@max-3xl:order-first")}>
          <span className={clsx("block h-4 animate-pulse rounded-sm bg-sunken", fixed ? "w-40 max-w-full" : "w-20 max-w-full")} />
        </td>
      ))}
    </tr>
  );
}

"use client";

import clsx from "clsx";
import Link from "next/link";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useRouter } from "@/ui/use-router";
import type { Column } from "./columns";
import type { TableModel } from "./use-data-table";

/**
 * The roles of a table's parts, written out: as cards, elements that are no table to the browser any more stay one to whoever
 * listens. Rows take the focus and are chosen, which makes it a grid.
 */
export const PART = {
  grid: { role: "grid" },
  choosableGrid: { role: "grid", "aria-multiselectable": true },
  group: { role: "rowgroup" },
  row: { role: "row" },
  header: { role: "columnheader", scope: "col" },
  name: { role: "rowheader", scope: "row" },
  cell: { role: "gridcell" },
} as const;

/** A row of the table where there is room for one, else a card. */
export const ROW =
  "border-t border-line @max-3xl:grid @max-3xl:grid-cols-[minmax(0,1fr)_auto] @max-3xl:rounded-box @max-3xl:border @max-3xl:bg-surface @max-3xl:py-3 @max-3xl:shadow-card";

/**
 * One of the rows is where Tab comes in; arrows lead on from there. What stands in a row keeps its own keys: a row hears only
 * those that are pressed on itself.
 */
export function useRows(ids: string[], opens: boolean) {
  const [last, setLast] = useState<string>();
  const elements = useRef(new Map<string, HTMLElement>());
  const entry = last !== undefined && ids.includes(last) ? last : ids[0];
  const router = useRouter();
  const keep = (id: string) => (element: HTMLElement | null) => {
    if (element) elements.current.set(id, element);
    else elements.current.delete(id);
  };
  const press = (
    event: KeyboardEvent<HTMLElement>,
    id: string,
    { choose, href }: { choose: (() => void) | undefined; href: string | undefined },
  ) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = ids.indexOf(id);
    const targets: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 };
    const target = targets[event.key];
    if (target !== undefined) elements.current.get(ids[target] ?? id)?.focus();
    else if (event.key === " " && choose) choose();
    else if (event.key === "Enter" && opens && href) router.push(href);
    else return;
    event.preventDefault();
  };
  return { entry, keep, press, enter: setLast };
}

interface GridRowProps<Row extends object> {
  row: ReturnType<TableModel<Row>["getRowModel"]>["rows"][number];
  columns: Column<Row>[];
  href: ((row: Row) => string) | undefined;
  choosable: boolean;
  roving: ReturnType<typeof useRows>;
}

export function GridRow<Row extends object>({ row, columns, href, choosable, roving }: GridRowProps<Row>) {
  const id = useId();
  const chosen = row.getIsSelected();
  const to = href?.(row.original);
  return (
    <tr
      {...PART.row}
      ref={roving.keep(row.id)}
      tabIndex={row.id === roving.entry ? 0 : -1}
      aria-selected={choosable ? chosen : undefined}
      onFocus={() => roving.enter(row.id)}
      onKeyDown={(event) => roving.press(event, row.id, { choose: choosable ? () => row.toggleSelected() : undefined, href: to })}
      className={clsx(ROW, "-outline-offset-2", chosen ? "bg-primary-soft @max-3xl:border-primary" : "hover:bg-sunken/50")}
    >
      {choosable ? (
        <td {...PART.cell} className="w-0 ps-4 @max-3xl:-order-1 @max-3xl:col-start-2 @max-3xl:row-start-1 @max-3xl:w-auto @max-3xl:pe-4">
          <input
            type="checkbox"
            tabIndex={-1}
            aria-labelledby={`${id}-name`}
            checked={chosen}
            onChange={row.getToggleSelectedHandler()}
            className="block size-5 accent-primary"
          />
        </td>
      ) : null}
      {columns.map((column) => (
        <Cell key={column.id} column={column} nameId={`${id}-name`} href={column.fixed ? to : undefined}>
          {column.cell(row.original)}
        </Cell>
      ))}
    </tr>
  );
}

function Cell<Row>({
  column,
  nameId,
  href,
  children,
}: {
  column: Column<Row>;
  nameId: string;
  href: string | undefined;
  children: ReactNode;
}) {
  if (column.fixed)
    return (
      <th
        {...PART.name}
        className="px-4 py-2.5 text-start font-semibold wrap-break-word @max-3xl:order-first @max-3xl:wrap-anywhere @max-3xl:block @max-3xl:pt-0 @max-3xl:pb-1.5"
      >
        <span id={nameId}>
          {href ? (
            // Enter on the row opens it, too: it is one stop for the keyboard, not two.
            <Link href={href} tabIndex={-1} className="rounded-sm text-primary-text underline-offset-4 hover:underline">
              {children}
            </Link>
          ) : (
            children
          )}
        </span>
      </th>
    );
  return (
    <td
      {...PART.cell}
      className={clsx(
        "px-4 py-2.5 wrap-break-word @max-3xl:wrap-anywhere @max-3xl:col-span-2 @max-3xl:flex @max-3xl:items-baseline @max-3xl:justify-between @max-3xl:gap-4 @max-3xl:py-1",
        column.align === "end" ? "tabular text-end" : "text-start",
      )}
    >
      <span className="shrink-0 text-sm text-ink-soft @3xl:hidden">{column.header}</span>
      <div className="min-w-0 @max-3xl:text-end">{children}</div>
    </td>
  );
}

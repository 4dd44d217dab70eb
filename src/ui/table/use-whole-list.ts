"use client";

import type { Column, Sort } from "./columns";
import { useSort } from "./use-sort";

/** The rows in the order that is asked for, by what the column says in a CSV; as they came where it says nothing. */
export function sortedRows<Row>(rows: Row[], columns: Column<Row>[], { column, descending }: Sort, tag: string): Row[] {
  const text = columns.find(({ id }) => id === column)?.text;
  const { compare } = new Intl.Collator(tag, { numeric: true });
  const value = (row: Row) => String(text?.(row) ?? "");
  const sorted = text ? rows.toSorted((one, other) => compare(value(one), value(other))) : rows;
  return descending ? sorted.toReversed() : sorted;
}

/**
 * Sorts a list of which all rows are here; without a word it stands as it came. Every column that says something can be sorted by.
 * @param usual the column for the order in which the rows come  @param tag of the reader's language
 */
export function useWholeList<Row>({ rows, columns, usual, tag }: { rows: Row[]; columns: Column<Row>[]; usual: string; tag: string }) {
  const all = columns.map((column) => ({ ...column, sortable: column.text !== undefined || column.id === usual }));
  const sortable = all.filter((column) => column.sortable).map(({ id }) => id);
  const { sort, onSort } = useSort(sortable, { column: usual, descending: false });
  return { columns: all, rows: sortedRows(rows, columns, sort, tag), sort, onSort };
}

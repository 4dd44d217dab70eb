import type { ReactNode } from "react";

export interface Column<Row> {
  /** Stable: it is what the address names. */
  id: string;
  /** Translated by the caller. */
  header: string;
  cell: (row: Row) => ReactNode;
  /** The value's plain form in a CSV; a column without one is not exported, and a table without any has no button for it. */
  text?: (row: Row) => string | number | null;
  /** Its heading in a CSV, where that says more: in which unit numbers are. */
  textHeader?: string;
  /** The caller sorts; the table only shows the order and asks for another. */
  sortable?: boolean;
  /** Numbers stand at the end, their digits below one another. */
  align?: "start" | "end";
  /** Always shown: it names the row, and is the row's header cell. One column has it. */
  fixed?: boolean;
  /** Not shown unless chosen. */
  hidden?: boolean;
}

export interface Sort<Id extends string = string> {
  column: Id;
  descending: boolean;
}

/** Does it at once to all of the rows. It says what it did and how to take that back; null where it asks first, or was refused and said why. */
export interface BulkAction<Row> {
  id: string;
  label: string;
  danger?: boolean;
  run: (rows: Row[]) => Promise<{ done: string; undo?: () => Promise<unknown> } | null>;
}

/** What the address says of the columns: the chosen ones' ids. Without a word those stand that are not hidden. */
export function shownColumns<Row>(columns: Column<Row>[], chosen: string | null): Column<Row>[] {
  const ids = chosen?.split(",");
  return columns.filter(({ id, fixed, hidden }) => fixed || (ids ? ids.includes(id) : !hidden));
}

/** The same as the address names it: nothing where they are the usual ones. */
export function namedColumns<Row>(columns: Column<Row>[], shown: readonly string[]): string | undefined {
  const free = columns.filter(({ fixed }) => !fixed);
  if (free.every(({ id, hidden }) => shown.includes(id) === !hidden)) return undefined;
  const ids = free.flatMap(({ id }) => (shown.includes(id) ? [id] : []));
  // A list of none is a choice, too: only the column that names the row.
  return ids.join(",") || "none";
}

"use client";

import {
  type ColumnDef,
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from "@tanstack/react-table";
import { useMemo, useState } from "react";
import { useAddress } from "@/ui/use-address";
import { type Column, namedColumns, shownColumns } from "./columns";

/** Filters, sorts and pages are the server's: of the library only what shows and chooses is loaded. */
const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature });

/** What is shown and what is chosen of a table. Columns stand in the address; what is chosen lasts as long as the page. */
export function useDataTable<Row extends object>({
  columns,
  rows,
  rowId,
}: {
  columns: Column<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
}) {
  const { params, replace } = useAddress();
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({});
  const shown = shownColumns(columns, params.get("columns"));
  const shownIds = shown.map(({ id }) => id);
  const ids = columns.map(({ id }) => id).join();
  const defs = useMemo(() => ids.split(",").map((id): ColumnDef<typeof features, Row> => ({ id })), [ids]);
  const table = useTable<typeof features, Row>({
    features,
    columns: defs,
    data: rows,
    getRowId: (row) => rowId(row),
    state: { rowSelection, columnVisibility: Object.fromEntries(columns.map(({ id }) => [id, shownIds.includes(id)])) },
    onRowSelectionChange: setRowSelection,
  });
  return {
    table,
    shown,
    chosen: rows.filter((row) => rowSelection[rowId(row)]),
    chooseNone: () => setRowSelection({}),
    toggleColumn: (id: string) => {
      const next = shownIds.includes(id) ? shownIds.filter((other) => other !== id) : [...shownIds, id];
      replace({ columns: namedColumns(columns, next), page: params.get("page") ?? undefined });
    },
    resetColumns: () => replace({ columns: undefined, page: params.get("page") ?? undefined }),
  };
}

export type TableModel<Row extends object> = ReturnType<typeof useDataTable<Row>>["table"];

"use client";

import { written } from "@/lib/csv-cells";
import { saveBlob } from "@/ui/save-file";
import type { Column } from "./columns";

/** What a table shows, as a spreadsheet reads it: a mark says that it is UTF-8, and no text is taken for a formula, a number or a day. */
export async function csvOf<Row>(columns: Column<Row>[], rows: Row[]): Promise<string> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const shown = columns.flatMap(({ header, text, textHeader = header }) => (text ? [{ header: textHeader, text }] : []));
  const table = [shown.map(({ header }) => header), ...rows.map((row) => shown.map(({ text }) => text(row)))];
  return stringify(
    table.map((cells) => cells.map(written)),
    { bom: true, record_delimiter: "windows" },
  );
}

export async function saveCsv<Row>(name: string, columns: Column<Row>[], rows: Row[]): Promise<void> {
  saveBlob(`${name}.csv`, new Blob([await csvOf(columns, rows)], { type: "text/csv;charset=utf-8" }));
}

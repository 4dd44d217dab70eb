"use client";

import { saveBlob } from "@/ui/save-file";
import type { Column } from "./columns";

/** What a table shows, as a spreadsheet reads it: a mark says that it is UTF-8, and no cell can be taken for a formula. */
export async function csvOf<Row>(columns: Column<Row>[], rows: Row[]): Promise<string> {
  const { stringify } = await import("csv-stringify/browser/esm/sync");
  const written = columns.flatMap(({ header, text }) => (text ? [{ header, text }] : []));
  return stringify([written.map(({ header }) => header), ...rows.map((row) => written.map(({ text }) => text(row)))], {
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
}

export async function saveCsv<Row>(name: string, columns: Column<Row>[], rows: Row[]): Promise<void> {
  saveBlob(`${name}.csv`, new Blob([await csvOf(columns, rows)], { type: "text/csv;charset=utf-8" }));
}

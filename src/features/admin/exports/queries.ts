import type { ImportKind } from "@/lib/enums/imports";
import { cellsOf, columnsOf } from "@/lib/file-rows";
import type { UserContext } from "@/server/api/context";
import { writeCsvToReturn } from "@/server/csv";
import { FILES } from "../imports/files";
import { requireKind } from "../imports/rules";
import type { ExportInput } from "./schema";

const named = (kind: ImportKind, ending: string): string => `parley-${kind}-${new Date().toISOString().slice(0, 10)}.${ending}`;

/** Some content as a table for spreadsheets: a language has a column of its own, and empty where nobody has written it. @throws AppError forbidden */
export async function exportCsv({ db, actor, locale }: UserContext, { kind, category, template }: ExportInput) {
  requireKind(actor, kind);
  const { shape, exported } = FILES[kind];
  const lines: string[][] = [columnsOf(shape)];
  for await (const content of exported(db, { category })) {
    lines.push(cellsOf(shape, content).map(([, cell]) => cell));
    if (template) break;
  }
  return { name: named(kind, "csv"), type: "text/csv", content: Buffer.from(writeCsvToReturn(lines, locale)).toString("base64") };
}

/** The same for programs. @throws AppError forbidden */
export async function exportJson({ db, actor }: UserContext, { kind, category, template }: ExportInput) {
  requireKind(actor, kind);
  const rows: string[] = [];
  for await (const content of FILES[kind].exported(db, { category })) {
    rows.push(JSON.stringify(content));
    if (template) break;
  }
  const text = `[\n${rows.join(",\n")}\n]\n`;
  return { name: named(kind, "json"), type: "application/json", content: Buffer.from(text).toString("base64") };
}

import { asc, eq } from "drizzle-orm";
import type { ErrorIssue } from "@/lib/app-error";
import type { ImportProblem } from "@/lib/enums/imports";
import { areColumns, type FileContent, type FileShape, rowOf } from "@/lib/file-rows";
import { toErrorIssues } from "@/lib/validation";
import type { ContentFiles } from "@/server/content-files";
import { CsvError, readCsv } from "@/server/csv";
import type { Executor } from "@/server/db/client";
import { bankImportPieces, type bankImports } from "@/server/db/schema";
import { FILES } from "../imports/files";

/** Rows of a file at most. */
const MAX_ROWS = 20_000;

/** Why a file as a whole is refused. */
export class FileRefused extends Error {
  constructor(
    readonly problem: ImportProblem,
    readonly line: number | null = null,
  ) {
    super(problem);
  }
}

/** A row as the file has it: what it asks for, or why nobody knows. */
export interface FileRow {
  line: number;
  /** The fields that are its name. */
  name: FileContent;
  input: FileContent | null;
  problems: ErrorIssue[];
}

const nameOf = (raw: unknown, field: string): string => {
  const value = typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value.slice(0, 100) : "";
};

/** Fields have the names that the columns of a table have. */
const asColumn =
  ({ fields }: FileShape) =>
  ({ path, ...issue }: ErrorIssue): ErrorIssue => {
    const [name, locale] = path;
    const field = fields.find((one) => one.name === name);
    const inLocale = (field?.as === "text" || field?.as === "list") && locale;
    return { ...issue, path: inLocale ? [`${String(name)}_${String(locale)}`] : path.slice(0, 1) };
  };

function toRow({ shape, row }: ContentFiles, line: number, raw: unknown): FileRow {
  const names = { line, name: Object.fromEntries(shape.key.map((field) => [field, nameOf(raw, field)])) };
  const read = row.safeParse(raw);
  return read.success
    ? { ...names, input: read.data, problems: [] }
    : { ...names, input: null, problems: toErrorIssues(read.error).map(asColumn(shape)) };
}

/** The text of a file, which is UTF-8 and nothing else. @throws FileRefused */
function textOf(bytes: Buffer): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused("encoding");
  }
  const at = text.indexOf("\u0000");
  if (at >= 0) throw new FileRefused("encoding", text.slice(0, at).split("\n").length);
  return text;
}

async function csvRows(files: ContentFiles, text: string): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let names: string[] | undefined;
  try {
    for await (const { line, cells } of readCsv(text)) {
      if (!names) {
        names = cells.map((cell) => cell.trim().toLowerCase());
        if (!areColumns(files.shape, names)) throw new FileRefused("columns", line);
      } else if (rows.length === MAX_ROWS) throw new FileRefused("tooManyRows", line);
      else if (cells.length === names.length) rows.push(toRow(files, line, rowOf(files.shape, names, cells)));
      else rows.push({ ...toRow(files, line, rowOf(files.shape, names, cells)), input: null, problems: [{ path: [], key: "cells" }] });
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileRefused(error.problem, error.line) : error;
  }
  return rows;
}

/** Escapes can say what no text of PostgreSQL holds: a NUL, and halves of a character. */
const isUnstorable = (text: string): boolean => text.includes("\u0000") || /\p{Surrogate}/u.test(text);

function jsonRows(files: ContentFiles, text: string): FileRow[] {
  let list: unknown;
  try {
    list = JSON.parse(text, (_, value: unknown) => {
      if (typeof value === "string" && isUnstorable(value)) throw new FileRefused("encoding");
      return value;
    });
  } catch (error) {
    throw error instanceof FileRefused ? error : new FileRefused("json");
  }
  if (!Array.isArray(list)) throw new FileRefused("json");
  if (list.length > MAX_ROWS) throw new FileRefused("tooManyRows", MAX_ROWS + 1);
  return list.map((raw, at) => toRow(files, at + 1, raw));
}

/** The rows of a file that is here as a whole. @throws FileRefused */
export async function readFile(
  db: Executor,
  { id, kind, format }: Pick<typeof bankImports.$inferSelect, "id" | "kind" | "format">,
): Promise<FileRow[]> {
  const pieces = await db
    .select({ content: bankImportPieces.content })
    .from(bankImportPieces)
    .where(eq(bankImportPieces.importId, id))
    .orderBy(asc(bankImportPieces.start));
  const text = textOf(Buffer.concat(pieces.map(({ content }) => content)));
  const rows = format === "csv" ? await csvRows(FILES[kind], text) : jsonRows(FILES[kind], text);
  if (rows.length === 0) throw new FileRefused("empty");
  return rows;
}

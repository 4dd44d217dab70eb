import { asc, eq, sql } from "drizzle-orm";
import type { ErrorIssue } from "@/lib/app-error";
import type { ImportFormat, ImportProblem } from "@/lib/enums";
import { toErrorIssues } from "@/lib/validation";
import { CsvError, readCsv } from "@/server/csv";
import type { Executor } from "@/server/db/client";
import { bankImportPieces, categories, questions } from "@/server/db/schema";
import { contentOf, stateOf } from "../bank/rules";
import { areColumns, type Known, rowOf } from "../imports/rules";
import { type RowInput, rowInput } from "../imports/schema";

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
  category: string;
  slug: string;
  input: RowInput | null;
  problems: ErrorIssue[];
}

const named = (raw: unknown, field: "category" | "slug"): string => {
  const value = typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>)[field] : undefined;
  return typeof value === "string" ? value.slice(0, 100) : "";
};

/** Fields have the names that the columns of a table have. */
const asColumn = ({ path, ...issue }: ErrorIssue): ErrorIssue => {
  const [field, locale] = path;
  return { ...issue, path: (field === "text" || field === "guidance") && locale ? [`${field}_${String(locale)}`] : path.slice(0, 1) };
};

function toRow(line: number, raw: unknown): FileRow {
  const names = { line, category: named(raw, "category"), slug: named(raw, "slug") };
  const read = rowInput.safeParse(raw);
  return read.success
    ? { ...names, input: read.data, problems: [] }
    : { ...names, input: null, problems: toErrorIssues(read.error).map(asColumn) };
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

async function csvRows(text: string): Promise<FileRow[]> {
  const rows: FileRow[] = [];
  let names: string[] | undefined;
  try {
    for await (const { line, cells } of readCsv(text)) {
      if (!names) {
        names = cells.map((cell) => cell.trim().toLowerCase());
        if (!areColumns(names)) throw new FileRefused("columns", line);
      } else if (rows.length === MAX_ROWS) throw new FileRefused("tooManyRows", line);
      else if (cells.length === names.length) rows.push(toRow(line, rowOf(names, cells)));
      else rows.push({ ...toRow(line, rowOf(names, cells)), input: null, problems: [{ path: [], key: "cells" }] });
    }
  } catch (error) {
    throw error instanceof CsvError ? new FileRefused(error.problem, error.line) : error;
  }
  return rows;
}

function jsonRows(text: string): FileRow[] {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new FileRefused("json");
  }
  if (!Array.isArray(list)) throw new FileRefused("json");
  if (list.length > MAX_ROWS) throw new FileRefused("tooManyRows", MAX_ROWS + 1);
  return list.map((raw, at) => toRow(at + 1, raw));
}

/** The rows of a file that is here as a whole. @throws FileRefused */
export async function readFile(db: Executor, importId: string, format: ImportFormat): Promise<FileRow[]> {
  const pieces = await db
    .select({ content: bankImportPieces.content })
    .from(bankImportPieces)
    .where(eq(bankImportPieces.importId, importId))
    .orderBy(asc(bankImportPieces.start));
  const text = textOf(Buffer.concat(pieces.map(({ content }) => content)));
  const rows = format === "csv" ? await csvRows(text) : jsonRows(text);
  if (rows.length === 0) throw new FileRefused("empty");
  return rows;
}

/** A question's name in files: its category's and its own. */
export const keyOf = ({ category, slug }: { category: string; slug: string }): string => `${category}/${slug}`;

export async function categoriesBySlug(db: Executor): Promise<Map<string, { id: string; retired: boolean }>> {
  const rows = await db.select({ id: categories.id, slug: categories.slug, retiredAt: categories.retiredAt }).from(categories);
  return new Map(rows.map(({ id, slug, retiredAt }) => [slug, { id, retired: retiredAt !== null }]));
}

/** The questions that some rows name, by their names in files. */
export async function questionsNamed(db: Executor, rows: readonly { category: string; slug: string }[]): Promise<Map<string, Known>> {
  const found = await db
    .select({ row: questions, category: categories.slug })
    .from(questions)
    .innerJoin(categories, eq(categories.id, questions.categoryId))
    .where(
      sql`(${categories.slug}, ${questions.slug}) in (select * from unnest(${sql.param(rows.map(({ category }) => category))}::text[], ${sql.param(rows.map(({ slug }) => slug))}::text[]))`,
    );
  return new Map(
    found.map(({ row, category }) => [
      keyOf({ category, slug: row.slug }),
      { id: row.id, version: row.version, state: stateOf(row), content: contentOf(row) },
    ]),
  );
}

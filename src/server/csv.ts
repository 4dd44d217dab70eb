import { parse, CsvError as UnreadableError } from "csv-parse";
import { stringify } from "csv-stringify/sync";
import { readBack, separatorFor, type TableProblem, written, writtenToReturn } from "@/lib/csv-cells";
import type { Locale } from "@/lib/locales";

/** Characters of a record that is read; what is longer is no table of texts. */
const MAX_RECORD = 100_000;

/** A file that cannot be read as a table, and the line from which on, where that is known. */
export class CsvError extends Error {
  constructor(
    readonly problem: "quotes" | "rowTooLong",
    readonly line: number | null,
  ) {
    super(problem);
  }
}

export interface CsvRecord {
  /** The line in which it begins, from 1. */
  line: number;
  cells: string[];
}

/** What stands between the cells: of comma, semicolon and tab the one that the first line has most of. */
function delimiterOf(text: string): string {
  const first = text.slice(0, text.search(/[\r\n]|$/));
  const many = (sign: string) => first.split(sign).length;
  return [",", ";", "\t"].reduce((best, sign) => (many(sign) > many(best) ? sign : best));
}

interface Parsed {
  /** What is counted up to the record's end. */
  info: { lines: number };
  record: string[];
}

/**
 * Reads a table strictly (RFC 4180), a record at a time, so that others get their turn between them. Empty lines are none, nor
 * are rows that a spreadsheet has emptied, of which the separators are left; lines within a cell end in one way.
 * @throws CsvError
 */
export async function* readCsv(text: string): AsyncGenerator<CsvRecord> {
  let read = 0;
  const parser = parse(text.replaceAll(/\r\n?/g, "\n"), {
    delimiter: delimiterOf(text),
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_RECORD,
    // It reads ahead: after a mistake, records before it may never come out.
    on_record: (parsed, { lines }) => {
      read = lines;
      return parsed;
    },
  });
  try {
    for await (const { info, record } of parser as AsyncIterable<Parsed>) {
      const breaks = record.reduce((sum, cell) => sum + cell.split("\n").length - 1, 0);
      yield { line: info.lines - breaks, cells: record.map(readBack) };
    }
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new CsvError(error.code === "CSV_MAX_RECORD_SIZE" ? "rowTooLong" : "quotes", read + 1);
  }
}

interface TableShape<Column extends string, Row> {
  areColumns: (names: readonly string[]) => names is Column[];
  /** Rows at most. */
  most: number;
  rowOf: (columns: readonly Column[], cells: readonly string[]) => Row;
}

type Table<Row> = { rows: (Row & { line: number })[]; problem: null } | { rows: []; problem: { is: TableProblem; line: number | null } };

/** Reads a table whose first line names its columns. A mark of the order of bytes, and signs of none, as some programs write them, are none of it. */
export async function readTable<Column extends string, Row>(text: string, { areColumns, most, rowOf }: TableShape<Column, Row>) {
  const unreadable = (is: TableProblem, line: number | null = null): Table<Row> => ({ rows: [], problem: { is, line } });
  const rows: (Row & { line: number })[] = [];
  let columns: Column[] | undefined;
  try {
    for await (const { line, cells } of readCsv(text.replace(/^\uFEFF/, "").replaceAll("\u0000", ""))) {
      if (!columns) {
        const names = cells.map((cell) => cell.trim().toLowerCase());
        if (!areColumns(names)) return unreadable("columns", line);
        columns = names;
      } else if (rows.length === most) return unreadable("tooManyRows", line);
      else rows.push({ line, ...rowOf(columns, cells) });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return unreadable(error.problem, error.line);
  }
  return rows.length === 0 ? unreadable("empty") : ({ rows, problem: null } satisfies Table<Row>);
}

/** Writes a table that spreadsheets open in its own letters, and take for texts alone. */
export const writeCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  stringify(
    rows.map((row) => row.map(written)),
    { bom: true, record_delimiter: "windows", quoted_match: /[\r\n;\t]/ },
  );

/** The same for a file that is changed in a spreadsheet and read again (`readCsv`), as spreadsheets in somebody's language part cells. */
export const writeCsvToReturn = (rows: readonly (readonly string[])[], locale: Locale): string =>
  stringify(
    rows.map((row) => row.map(writtenToReturn)),
    { bom: true, delimiter: separatorFor(locale), record_delimiter: "windows", quoted_match: /[\r\n,;\t]/ },
  );

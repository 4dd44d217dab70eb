import type { Locale } from "./locales";

/** Why a table as a whole is none that was asked for: it cannot be read, names other columns, or has no rows or too many. */
export const TABLE_PROBLEMS = ["quotes", "rowTooLong", "columns", "empty", "tooManyRows"] as const;
export type TableProblem = (typeof TABLE_PROBLEMS)[number];

/**
 * What a spreadsheet would take for something else than the text that it is, and save as that: a formula; a number, of which it leaves out
 * the noughts before it and what is behind its fifteenth digit; a day. What is written begins with a stroke before it, which is not read.
 */
const MISTAKEN = /^'*(?:[=+\-@\t\r＝＋－＠]|(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?)$)/u;

/** A day, which a spreadsheet saves as its country writes days. In a table that is only read it is meant as one. */
const DAY = /^'*\d{4}-\d{2}-\d{2}$/;

/**
 * A formula within a text, where a cell begins for a spreadsheet that parts them by semicolons, as those of many countries do: it knows no
 * quotes but at a cell's beginning. A list's dash at the beginning of a line is none.
 */
const WITHIN = /([;\t])('*[=+\-@＝＋－＠])|([\r\n])('*(?:[=@＝＠]|[+\-＋－](?! )))/gu;
/** The same in a file that is to come back, whose cells may be parted by semicolons: then for a spreadsheet that parts them by commas. */
const WITHIN_ANY = /([,;\t])('*[=+\-@＝＋－＠])|([\r\n])('*(?:[=@＝＠]|[+\-＋－](?! )))/gu;
const GUARDED = /([,;\t])'('*[=+\-@＝＋－＠])|([\r\n])'('*(?:[=@＝＠]|[+\-＋－](?! )))/gu;

/** A cell of a CSV as it is written: a text so that it stays one. What is a number already is meant as one, also below zero. */
export function written<Cell>(cell: Cell): Cell | string {
  if (typeof cell !== "string") return cell;
  const within = cell.replaceAll(WITHIN, "$1$3'$2$4");
  return MISTAKEN.test(cell) ? `'${within}` : within;
}

/** The same in a file that is to come back: whatever a spreadsheet saves of it, `readBack` knows what it was. */
export function writtenToReturn(cell: string): string {
  const within = cell.replaceAll(WITHIN_ANY, "$1$3'$2$4");
  return MISTAKEN.test(cell) || DAY.test(cell) ? `'${within}` : within;
}

/** A cell as it was before it was written to come back. */
export function readBack(cell: string): string {
  const within = cell.startsWith("'") && (MISTAKEN.test(cell) || DAY.test(cell)) ? cell.slice(1) : cell;
  return within.replaceAll(GUARDED, "$1$3$2$4");
}

/** What parts the cells of a file for spreadsheets in a language: where decimals have a comma, a file with commas opens as one column. */
export const separatorFor = (locale: Locale): "," | ";" => (locale === "fr" || locale === "vi" ? ";" : ",");

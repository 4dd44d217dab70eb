/** Why a table as a whole is none that was asked for: it cannot be read, names other columns, or has no rows or too many. */
export const TABLE_PROBLEMS = ["quotes", "rowTooLong", "columns", "empty", "tooManyRows"] as const;
export type TableProblem = (typeof TABLE_PROBLEMS)[number];

/**
 * What a spreadsheet would take for something else than the text that it is, and save as that: a formula; a number, of which it leaves out
 * the noughts before it and what is behind its fifteenth digit; a day. What is written begins with a stroke before it, which is not read.
 */
const MISTAKEN = /^'*(?:[=+\-@\t\r＝＋－＠]|(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?)$)/u;

/**
 * A formula within a text, where a cell begins for a spreadsheet that parts them by semicolons, as those of many countries do: it knows no
 * quotes but at a cell's beginning. A list's dash at the beginning of a line is none.
 */
const WITHIN = /([;\t])('*[=+\-@＝＋－＠])|([\r\n])('*(?:[=@＝＠]|[+\-＋－](?! )))/gu;
const GUARDED = /([;\t])'('*[=+\-@＝＋－＠])|([\r\n])'('*(?:[=@＝＠]|[+\-＋－](?! )))/gu;

/** A cell of a CSV as it is written: a text so that it stays one. What is a number already is meant as one, also below zero. */
export function written<Cell>(cell: Cell): Cell | string {
  if (typeof cell !== "string") return cell;
  const within = cell.replaceAll(WITHIN, "$1$3'$2$4");
  return MISTAKEN.test(cell) ? `'${within}` : within;
}

/** A cell as it was before it was written. */
export function readBack(cell: string): string {
  const within = cell.startsWith("'") && MISTAKEN.test(cell) ? cell.slice(1) : cell;
  return within.replaceAll(GUARDED, "$1$3$2$4");
}

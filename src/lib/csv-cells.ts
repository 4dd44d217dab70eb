/**
 * What a spreadsheet would take for something else than the text that it is, and save as that: a formula; a number, of which it leaves out
 * the noughts before it and what is behind its fifteenth digit; a day. What is written begins with a stroke before it, which is not read.
 */
const MISTAKEN = /^'*(?:[=+\-@\t\r＝＋－＠]|(?:0\d+|\d{12,}|\d+[eE]\d+|\d{1,2}[-/]\d{1,2}(?:[-/]\d{2,4})?)$)/u;

/** A cell of a CSV as it is written: a text so that it stays one. What is a number already is meant as one, also below zero. */
export const written = <Cell>(cell: Cell): Cell | string => (typeof cell === "string" && MISTAKEN.test(cell) ? `'${cell}` : cell);

/** A cell as it was before it was written. */
export const readBack = (cell: string): string => (cell.startsWith("'") && MISTAKEN.test(cell) ? cell.slice(1) : cell);

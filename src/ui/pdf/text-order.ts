/** A piece of text and where it stands on its line. */
export interface Piece {
  text: string;
  left: number;
  width: number;
}

const RTL_LETTER = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const RTL_LETTERS = /[\p{Script=Arabic}\p{Script=Hebrew}]/gu;
const LTR_LETTER = /[\p{L}\p{Nd}]/u;
const LTR_LETTERS = /[\p{L}\p{Nd}]/gu;

export const isRtlText = (text: string): boolean => RTL_LETTER.test(text);

const countOf = (text: string, letters: RegExp): number => text.match(letters)?.length ?? 0;

/** Which way a piece runs on its own; undefined for blanks and signs, which run with what is around them. */
function directionOf({ text }: Piece): "rtl" | "ltr" | undefined {
  if (RTL_LETTER.test(text)) return "rtl";
  return LTR_LETTER.test(text) ? "ltr" : undefined;
}

/**
 * The order in which a line's pieces are read. Many PDFs hold Arabic as it is painted, from left to right; a line without
 * such letters is left as it is.
 */
export function readingOrder(pieces: readonly Piece[]): number[] {
  const order = pieces.map((_, at) => at);
  const line = pieces.map(({ text }) => text).join("");
  if (pieces.length < 2 || !isRtlText(line)) return order;
  const rtl = countOf(line, RTL_LETTERS);
  const base = rtl >= countOf(line, LTR_LETTERS) - rtl ? "rtl" : "ltr";
  const middle = (at: number) => (pieces[at] as Piece).left + (pieces[at] as Piece).width / 2;
  order.sort((one, other) => (base === "rtl" ? middle(other) - middle(one) : middle(one) - middle(other)));
  // What runs the other way within the line: from its first such piece to its last.
  const directions = order.map((at) => directionOf(pieces[at] as Piece));
  for (let from = 0; from < order.length; from++) {
    if (directions[from] === undefined || directions[from] === base) continue;
    let to = from;
    for (let at = from; at < order.length && directions[at] !== base; at++) if (directions[at]) to = at;
    order.splice(from, to - from + 1, ...order.slice(from, to + 1).reverse());
    from = to;
  }
  return order;
}

import { QUOTE_STATES, type QuoteState } from "@/lib/enums/trades-quotes";
import { lifecycle } from "@/lib/lifecycle";
import { roundHalfUp, sumOf, WHOLE_RATE } from "@/lib/pricing/amounts";
import { type Calculated, counts, type DocumentLine, type LineTax, marginOf } from "@/lib/pricing/documents";
import { codesOf, needsOf, type OrderedPiece, type SlabSizes } from "@/lib/pricing/pieces";
import { type Priced, priceFor } from "@/lib/pricing/prices";

/** Characters at most. */
export const QUOTE = {
  title: 160,
  terms: 8000,
  notes: 4000,
  label: 80,
  text: 300,
  code: 40,
  signer: 120,
  reason: 2000,
} as const;

export const MOST_PIECES = 200;
export const MOST_LINES = 200;
export const MOST_CUTOUTS = 20;
/** Of one number. */
export const MOST_REVISIONS = 50;
/** How often one piece can be ordered, and what it can measure, in mm. */
export const PIECE = { count: 200, length: 20_000 } as const;

/** Who moves a quote: those who manage the shop, the customer, the calendar, or what follows from what one of them did. */
type Mover = "manager" | "customer" | "clock" | "system";

/**
 * A sent one is answered by the customer, or by the shop for them; what was not taken can be offered anew as another revision. That it was
 * accepted is taken back where the shop itself wrote that down by mistake.
 */
export const quoteSteps = lifecycle<QuoteState, Mover>(QUOTE_STATES, [
  { from: "draft", to: "sent", by: "manager" },
  { from: "sent", to: "accepted", by: "customer" },
  { from: "sent", to: "accepted", by: "manager" },
  { from: "sent", to: "declined", by: "customer" },
  { from: "sent", to: "declined", by: "manager" },
  { from: "sent", to: "expired", by: "clock" },
  { from: "sent", to: "superseded", by: "system" },
  { from: "declined", to: "superseded", by: "system" },
  { from: "expired", to: "superseded", by: "system" },
  { from: "accepted", to: "converted", by: "system" },
  { from: "accepted", to: "sent", by: "manager" },
  { from: "converted", to: "sent", by: "manager" },
]);

/** Whether it was taken, so that there is something to take back. */
export const isTaken = (state: QuoteState): boolean => state === "accepted" || state === "converted";

/** Whether it can be offered anew: as long as nobody has taken it. */
export const mayRevise = (state: QuoteState): boolean => state === "sent" || state === "declined" || state === "expired";

/** Where a quote stands on a day of the shop's calendar, whether or not the clock has come round yet. */
export const standsOn = ({ state, validUntil }: { state: QuoteState; validUntil: string }, day: string): QuoteState =>
  state === "sent" && validUntil < day ? "expired" : state;

/** An item of a price list with the tax that it is sold with. */
export interface Offered extends Priced {
  materialUid: string | null;
  tax: LineTax;
  taxUid: string | null;
}

export interface Adjustment {
  code: string;
  /** For one; null leaves the list's. */
  price: number | null;
  /** Basis points. */
  discount: number;
}

/**
 * The lines that pieces make, with the prices of a list copied into them.
 * @param waste basis points of slabs that are cut away, on the average
 */
export function linesOfPieces(
  pieces: readonly OrderedPiece[],
  items: ReadonlyMap<string, Offered>,
  adjustments: readonly Adjustment[],
  { slabs, waste }: { slabs: SlabSizes; waste: number },
): DocumentLine[] {
  return needsOf(pieces, items, slabs, waste).flatMap(({ code, quantity }) => {
    const item = items.get(code);
    if (!item) return [];
    const adjusted = adjustments.find((one) => one.code === code);
    return {
      source: "pieces" as const,
      code,
      kind: item.kind,
      unit: item.unit,
      text: item.name,
      quantity,
      price: adjusted?.price ?? priceFor(item, quantity),
      cost: item.cost,
      discount: adjusted?.discount ?? 0,
      tax: item.tax,
      taxUid: item.taxUid,
      optional: false,
      chosen: false,
    };
  });
}

/** The codes that pieces name and a list does not have. */
export const missingCodes = (pieces: readonly OrderedPiece[], items: ReadonlyMap<string, unknown>): string[] => [
  ...new Set(pieces.flatMap(codesOf).filter((code) => !items.has(code))),
];

/** What is given away of what the lines come to, in basis points, whichever way it was written. */
export function givenAway(lines: readonly DocumentLine[], calculated: Calculated): number {
  const counted = calculated.lines.filter((_, at) => counts(lines[at] ?? { optional: true, chosen: false }));
  const gross = sumOf(counted.map((line) => line.gross));
  const off = sumOf(counted.map((line) => line.discount)) + calculated.totals.discount;
  return gross > 0 ? roundHalfUp(BigInt(off) * BigInt(WHOLE_RATE), BigInt(gross)) : 0;
}

/** Whether it leaves less over its cost than the shop wants. */
export function isBelowFloor({ totals }: Calculated, floor: number): boolean {
  const margin = marginOf(totals);
  return margin !== null && margin < floor;
}

/** Lines with those options taken that are named by their places; what is no option counts anyhow. */
export const choosing = (lines: readonly DocumentLine[], chosen: readonly number[]): DocumentLine[] =>
  lines.map((line, at) => (line.optional ? { ...line, chosen: chosen.includes(at) } : line));

interface Answer {
  name: string;
  strokes: readonly unknown[];
  reason: string;
}

interface Answered {
  state: QuoteState;
  answer: Answer | null;
  content: { lines: readonly DocumentLine[] };
}

/** Whether a quote was answered with just that, the options named by their places. What was signed was said by the customer. */
export function saysThat(
  { state, answer: given, content: { lines } }: Answered,
  { accepted, answer, options }: { accepted: boolean; answer: Answer; options: readonly number[] },
): boolean {
  if (state !== (accepted ? "converted" : "declined") || !given || given.strokes.length > 0) return false;
  if (given.name !== answer.name || given.reason !== answer.reason) return false;
  return !accepted || takes(lines, options);
}

/** Whether these are the options that were taken. */
export const takes = (lines: readonly DocumentLine[], options: readonly number[]): boolean =>
  choosing(lines, options).every(({ chosen }, at) => chosen === lines[at]?.chosen);

/** Each piece by itself, as often as it was ordered. */
export const expanded = (pieces: readonly OrderedPiece[]): OrderedPiece[] =>
  pieces.flatMap((piece) => Array.from({ length: piece.count }, () => piece));

type Made = Pick<OrderedPiece, "label" | "length" | "width" | "grain"> & { position: number };

/** Whether pieces that an order became measure what was ordered, and are called so: nobody has changed them since. */
export function areAsOrdered(ordered: readonly OrderedPiece[], pieces: readonly Made[]): boolean {
  const all = expanded(ordered);
  return pieces.every(({ position, label, length, width, grain }) => {
    const as = all[position];
    return as !== undefined && as.label === label && as.length === length && as.width === width && as.grain === grain;
  });
}

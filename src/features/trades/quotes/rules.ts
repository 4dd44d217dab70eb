import { QUOTE_STATES, type QuoteState } from "@/lib/enums/trades-quotes";
import { lifecycle } from "@/lib/lifecycle";
import { priceOf, roundHalfUp, shareOf, sumOf, WHOLE_RATE } from "@/lib/pricing/amounts";
import { type Calculated, type Discount, type DocumentLine, type LineTax, marginOf, type Terms } from "@/lib/pricing/documents";
import { codesOf, needsOf, type OrderedPiece, type SlabSizes } from "@/lib/pricing/pieces";
import { type Priced, priceFor } from "@/lib/pricing/prices";
import { usualTax } from "../pricing/rules";

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

/** Who moves a quote: those who manage the shop, the customer, or what follows from what one of them did. */
type Mover = "manager" | "customer" | "system";

/**
 * A sent one is answered by the customer, or by the shop for them; what was not taken can be offered anew as another revision. That it was
 * accepted is taken back where the shop itself wrote that down by mistake. That a sent one is over is known by its last day, and written down
 * nowhere.
 */
export const quoteSteps = lifecycle<QuoteState, Mover>(QUOTE_STATES, [
  { from: "draft", to: "sent", by: "manager" },
  { from: "sent", to: "accepted", by: "customer" },
  { from: "sent", to: "accepted", by: "manager" },
  { from: "sent", to: "declined", by: "customer" },
  { from: "sent", to: "declined", by: "manager" },
  { from: "sent", to: "superseded", by: "system" },
  { from: "declined", to: "superseded", by: "system" },
  { from: "accepted", to: "converted", by: "system" },
  { from: "accepted", to: "sent", by: "manager" },
  { from: "converted", to: "sent", by: "manager" },
]);

/** Whether it was taken, so that there is something to take back. */
export const isTaken = (state: QuoteState): boolean => state === "accepted" || state === "converted";

/** Where those stand of a number that are replaced once another revision is sent. */
export const REPLACEABLE = QUOTE_STATES.filter((state) => quoteSteps.can(state, "superseded", "system"));

/** Whether it can be offered anew: as long as nobody has taken it. */
export const mayRevise = (state: QuoteState): boolean => state === "sent" || state === "declined" || state === "expired";

/** Where a quote stands on a day of the shop's calendar. */
export const standsOn = ({ state, validUntil }: { state: QuoteState; validUntil: string }, day: string): QuoteState =>
  state === "sent" && validUntil < day ? "expired" : state;

/** What a quote's document says of where it stands; nothing where it can be taken. */
const MARKS = {
  draft: "draft",
  sent: null,
  accepted: "accepted",
  converted: "accepted",
  declined: "declined",
  expired: "expired",
  superseded: "replaced",
} as const satisfies Record<QuoteState, string | null>;
export const documentMark = (state: QuoteState): (typeof MARKS)[QuoteState] => MARKS[state];

/** An item of a price list with the tax that it is sold with. */
export interface Offered extends Priced {
  materialUid: string | null;
  tax: LineTax;
  taxUid: string | null;
}

/** What can be offered by a version's prices, by code, with the taxes and the slab sizes that belong to it. */
export function offeredOf(
  prices:
    | { items: readonly (Omit<Offered, "tax"> & { uid: string })[]; materials: readonly { uid: string; length: number; width: number }[] }
    | undefined,
  taxes: readonly (LineTax & { uid: string; usual: boolean })[],
) {
  const usual = usualTax(taxes);
  const taxOf = (uid: string | null): LineTax => {
    const tax = taxes.find((one) => one.uid === uid);
    return tax ? { name: tax.name, rate: tax.rate, category: tax.category } : usual;
  };
  const items = new Map<string, Offered>();
  const slabs = new Map<string, { length: number; width: number }>();
  for (const { uid: _, ...item } of prices?.items ?? []) {
    items.set(item.code, { ...item, tax: taxOf(item.taxUid) });
    const size = prices?.materials.find(({ uid }) => uid === item.materialUid);
    if (size) slabs.set(item.code, { length: size.length, width: size.width });
  }
  return { items, slabs, taxOf };
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

/** Whether lines are taxed at the same rates and treated alike, whatever their taxes are called. */
export const isTaxedAlike = (lines: readonly Pick<DocumentLine, "tax">[], others: readonly Pick<DocumentLine, "tax">[]): boolean =>
  lines.every(({ tax }, at) => tax.rate === others[at]?.tax.rate && tax.category === others[at]?.tax.category);

/** The codes that pieces name and a list does not have. */
export const missingCodes = (pieces: readonly OrderedPiece[], items: ReadonlyMap<string, unknown>): string[] => [
  ...new Set(pieces.flatMap(codesOf).filter((code) => !items.has(code))),
];

/** So much is asked for, and so much of that given away, in minor units. */
interface Given {
  gross: number;
  away: number;
}

const together = (parts: readonly Given[]): Given => ({
  gross: sumOf(parts.map(({ gross }) => gross)),
  away: sumOf(parts.map(({ away }) => away)),
});

/** What is off the whole is a part of what the lines leave. In basis points, and no more than all of it. */
function partAway({ gross, away }: Given, discount: Discount): number {
  const left = Math.max(gross - away, 0);
  const off = away + (discount.is === "rate" ? shareOf(left, discount.rate) : Math.min(discount.amount, left));
  if (off >= gross) return off > 0 ? WHOLE_RATE : 0;
  return roundHalfUp(BigInt(off) * BigInt(WHOLE_RATE), BigInt(gross));
}

/**
 * What each line asks for and gives away. What is taken back counts as given away: a worktop that a shop takes in payment is worth what
 * somebody writes down. Only a variation may take out of a job what it was sold for, as that is not made.
 */
function givenBy(lines: readonly DocumentLine[], sold: number): (Given & { optional: boolean })[] {
  const worked = lines.map(({ quantity, price, discount, optional }) => {
    const gross = priceOf(quantity, price);
    const off = shareOf(gross, discount);
    return { optional, gross: Math.max(gross, 0), off: Math.max(off, 0), back: Math.max(off - gross, 0) };
  });
  const takenOut = sumOf(worked.map(({ back }) => back)) <= sold;
  return worked.map(({ optional, gross, off, back }) => ({ optional, gross, away: off + (takenOut ? 0 : back) }));
}

/**
 * The most that can be given away of what the lines come to, in basis points, whichever way it was written and whichever options the customer
 * takes: beside a small sum an option at a tenth of its price gives nothing away until it is chosen. From the options at which more is given
 * away down to those at less, each adds to the part as long as its own is larger.
 * @param sold what the job of a variation comes to without it, in minor units; 0 for what is no variation
 */
export function givenAway(lines: readonly DocumentLine[], { discount }: Pick<Terms, "discount">, sold: number): number {
  const given = givenBy(lines, sold).filter(({ gross, away }) => gross > 0 || away > 0);
  const options = given.filter(({ optional }) => optional).toSorted((one, other) => other.away * one.gross - one.away * other.gross);
  const fixed = together(given.filter(({ optional }) => !optional));
  const off = discount.is === "amount" ? discount.amount : 0;
  const worst = (begun: Given, rest: readonly Given[]): Given =>
    rest.reduce((sum, one) => (one.away * sum.gross > (sum.away + off) * one.gross ? together([sum, one]) : sum), begun);
  // Where nothing but options is offered, any of them may be the only one.
  const begun = [fixed, ...options.map((one) => together([fixed, one]))];
  const others = (at: number) => options.filter((_, n) => n !== at - 1);
  return Math.max(...begun.map((one, at) => partAway(worst(one, others(at)), discount)));
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

/** As people call a quote: "12", and what has taken its place "12/2". */
export const quoteNumber = ({ number, revision }: { number: number; revision: number }): string =>
  revision > 1 ? `${number}/${revision}` : String(number);

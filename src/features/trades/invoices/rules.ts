import { isVatNumber } from "@/lib/countries";
import {
  INVOICE_STATES,
  type InvoiceKind,
  type InvoiceStanding,
  type InvoiceState,
  PARTICULARS,
  type Particular,
  type PaymentKind,
  type PaymentShown,
} from "@/lib/enums/trades-invoices";
import { lifecycle } from "@/lib/lifecycle";
import { ONE, shareOf, sumOf, WHOLE_RATE } from "@/lib/pricing/amounts";
import {
  type Buyer,
  calculate,
  counts,
  type DocumentLine,
  type LineTax,
  NO_DISCOUNT,
  type Seller,
  type Terms,
} from "@/lib/pricing/documents";

/** Characters at most. */
export const INVOICE = { title: 160, notes: 4000, text: 300, code: 40 } as const;
export const BUYER = {
  name: 160,
  street: 200,
  postcode: 20,
  city: 100,
  taxNumber: 40,
  reference: 60,
} as const;
/** Of a payment. */
export const PAYMENT = { reference: 120 } as const;
/** Of one invoice: the lines of several quotes come together in the last one. */
export const MOST_INVOICE_LINES = 1000;
/** Of one job. */
export const MOST_INVOICES = 200;
/** Within how many days it is to be paid, at most. */
export const MOST_DAYS = 365;

/** What moves an invoice: those who manage the shop, or what came in and was credited. */
type Mover = "manager" | "money";

/** A payment that is taken back leads back to where it came from; what was credited as a whole stays so. */
export const invoiceSteps = lifecycle<InvoiceState, Mover>(INVOICE_STATES, [
  { from: "draft", to: "issued", by: "manager" },
  { from: "issued", to: "part_paid", by: "money" },
  { from: "issued", to: "paid", by: "money" },
  { from: "issued", to: "credited", by: "money" },
  { from: "part_paid", to: "issued", by: "money" },
  { from: "part_paid", to: "paid", by: "money" },
  { from: "part_paid", to: "credited", by: "money" },
  { from: "paid", to: "issued", by: "money" },
  { from: "paid", to: "part_paid", by: "money" },
  { from: "paid", to: "credited", by: "money" },
]);

interface Money {
  total: number;
  paid: number;
  credited: number;
}

/** What is still to be paid; less than 0 where the customer has something to get back. */
export const balanceOf = ({ total, paid, credited }: Money): number => total - paid - credited;

/** What a row of money is, as people see it: what takes a refund back comes in, and so tells itself from what takes a payment back. */
export const shownKind = ({ kind, amount }: { kind: PaymentKind; amount: number }): PaymentShown =>
  kind === "reversal" && amount > 0 ? "refundReversal" : kind;

/** Where an issued invoice stands by what was paid and credited of it. */
export function stateBy(money: Money): Exclude<InvoiceState, "draft"> {
  if (money.total > 0 && money.credited === money.total) return "credited";
  if (balanceOf(money) <= 0) return "paid";
  return money.paid > 0 ? "part_paid" : "issued";
}

/** Where an invoice stands on a day of the shop's calendar: overdue the day after the last one. What is given back is never late. */
export function standingOn(
  { kind, state, dueOn }: { kind: InvoiceKind; state: InvoiceState; dueOn: string | null },
  day: string,
): InvoiceStanding {
  const open = state === "issued" || state === "part_paid";
  return open && kind !== "credit" && dueOn !== null && dueOn < day ? "overdue" : state;
}

/** What was agreed upon, of one quote. */
export interface Agreed {
  lines: readonly DocumentLine[];
  terms: Terms;
}

const taxKey = ({ rate, category }: LineTax) => `${category} ${rate}`;
const bare = {
  code: "",
  kind: "item" as const,
  unit: "piece" as const,
  cost: 0,
  discount: 0,
  taxUid: null,
  optional: false,
  chosen: false,
};

/** A line of the shop's own for one of something. */
const lineOf = (text: string, price: number, tax: LineTax, quantity = ONE): DocumentLine => ({
  ...bare,
  source: "hand",
  text,
  quantity,
  price,
  tax,
});

/** What documents come to by rate, with the tax in it or without. */
function sumsByTax(agreed: readonly Agreed[], included: boolean): { tax: LineTax; amount: number }[] {
  const sums = new Map<string, { tax: LineTax; amount: number }>();
  for (const { lines, terms } of agreed)
    for (const { net, tax: due, ...tax } of calculate(lines, terms).totals.taxes) {
      const sum = sums.get(taxKey(tax)) ?? { tax, amount: 0 };
      sums.set(taxKey(tax), { ...sum, amount: sum.amount + net + (included ? due : 0) });
    }
  return [...sums.values()];
}

/**
 * Lines that ask for a part of what was agreed upon: one for each rate, as its tax is due with it. Parts that are each rounded up never ask for
 * more than all of it, which the last one would have to give back.
 * @param rate basis points of the whole  @param included whether the invoice's prices have their tax in them
 * @param before what was asked for already
 */
export function partLines(
  agreed: readonly Agreed[],
  rate: number,
  text: string,
  included: boolean,
  before: readonly Before[] = [],
): DocumentLine[] {
  const asked = before.map((one) => askedFor(one, included));
  return sumsByTax(agreed, included).flatMap(({ tax, amount }) => {
    const share = shareOf(amount, rate);
    const left = amount - sumOf(asked.map((sums) => amountAt(sums, tax)));
    // Half a minor unit for each of them.
    const rounded = Math.abs(share) - Math.abs(left) <= asked.length + 1 && share * left >= 0;
    const part = rounded && Math.abs(left) < Math.abs(share) ? left : share;
    return part === 0 ? [] : lineOf(text, Math.abs(part), tax, part < 0 ? -ONE : ONE);
  });
}

const totalOf = ({ lines, terms }: Agreed): number => calculate(lines, terms).totals.total;

/** What was off the whole of a quote, as a line for each rate. */
function discountLines({ lines, terms }: Agreed, text: string): DocumentLine[] {
  const { lines: amounts } = calculate(lines, terms);
  const shares = new Map<string, { tax: LineTax; off: number }>();
  for (const [at, { tax }] of lines.entries()) {
    const off = (shares.get(taxKey(tax))?.off ?? 0) + (amounts[at]?.share ?? 0);
    shares.set(taxKey(tax), { tax, off });
  }
  return [...shares.values()].filter(({ off }) => off > 0).map(({ tax, off }) => lineOf(text, off, tax, -ONE));
}

/** The lines of a quote that were taken. */
const takenLines = ({ lines }: Agreed): DocumentLine[] => lines.filter(counts).map((line) => ({ ...line, optional: false, chosen: false }));

/**
 * All that was agreed upon, line by line; what was off the whole of a quote becomes lines, because it is not off what else an invoice holds. A
 * quote whose prices are written the other way comes as one line for each rate.
 * @param included whether the invoice's prices have their tax in them
 */
export const agreedLines = (agreed: readonly Agreed[], texts: { discount: string; whole: string }, included: boolean): DocumentLine[] =>
  agreed.flatMap((quote) =>
    quote.terms.taxIncluded === included
      ? [...takenLines(quote), ...discountLines(quote, texts.discount)]
      : partLines([quote], WHOLE_RATE, texts.whole, included),
  );

/** An invoice before, which the last one takes off again, less what was credited of it. */
export interface Before extends Agreed {
  credits: readonly Agreed[];
}

type SumAtTax = ReturnType<typeof sumsByTax>[number];

const amountAt = (sums: readonly SumAtTax[], tax: LineTax): number =>
  sumOf(sums.filter((one) => taxKey(one.tax) === taxKey(tax)).map((one) => one.amount));

/** What was asked for and not given back, by rate; less than 0 where something was given back at a rate at which nothing was asked for. */
function askedFor({ credits, ...asked }: Before, included: boolean): SumAtTax[] {
  const [sums, back] = [sumsByTax([asked], included), sumsByTax(credits, included)];
  const others = back.filter(({ tax }) => sums.every((one) => taxKey(one.tax) !== taxKey(tax)));
  return [
    ...sums.map(({ tax, amount }) => ({ tax, amount: amount - amountAt(back, tax) })),
    ...others.map(({ tax, amount }) => ({ tax, amount: -amount })),
  ];
}

/** Lines that take off what was asked for already: one for each rate, so that each rate's tax is what is still due. */
export const lessLines = (before: Before, text: string, included: boolean): DocumentLine[] =>
  askedFor(before, included).flatMap(({ tax, amount }) =>
    amount === 0 ? [] : lineOf(text, Math.abs(amount), tax, amount > 0 ? -ONE : ONE),
  );

/**
 * What is asked for last: all that was agreed upon, less what was asked for before. Where each line is taxed by itself, its tax is of what is left
 * of it: what was off the whole of the only quote stays so there, or the invoice would miss what was signed by what is rounded.
 * @param less lines that take off what was asked for before
 */
export function lastOf(
  agreed: readonly Agreed[],
  less: readonly DocumentLine[],
  texts: { discount: string; whole: string },
  terms: Terms,
): { lines: DocumentLine[]; terms: Terms } {
  const [quote, ...others] = agreed;
  if (quote && others.length === 0 && terms.taxMode === "line" && quote.terms.taxIncluded === terms.taxIncluded) {
    const amount = calculate(quote.lines, quote.terms).totals.discount;
    const lines = [...takenLines(quote), ...less];
    const left = calculate(lines, { ...terms, discount: NO_DISCOUNT }).totals.lines;
    // What is taken off has no part in it, what is asked for again would.
    if (amount > 0 && amount <= left && less.every(({ quantity }) => quantity < 0))
      return { lines, terms: { ...terms, discount: { is: "amount", amount } } };
  }
  return { lines: [...agreedLines(agreed, texts, terms.taxIncluded), ...less], terms };
}

/**
 * What is left to be given back of an invoice: all its lines where nothing was yet, else one line for each rate of which something is left. It
 * comes to exactly what the invoice asks for less what was given back: where the tax of the rest, rounded by itself, would miss that, its
 * prices are written with their tax in them, of which no rounding takes anything away.
 * @param credits what was given back of it
 */
export function creditable<Content extends Agreed>({ lines, terms, ...content }: Content, credits: readonly Agreed[], text: string) {
  if (credits.length === 0) return { ...content, lines: [...lines], terms };
  const written = (taxIncluded: boolean) => ({
    ...content,
    lines: lessLines({ lines, terms, credits }, text, taxIncluded).map((line) => ({ ...line, quantity: -line.quantity })),
    terms: { ...terms, taxIncluded, discount: NO_DISCOUNT },
  });
  const left = totalOf({ lines, terms }) - sumOf(credits.map(totalOf));
  const rest = written(terms.taxIncluded);
  return totalOf(rest) === left ? rest : written(true);
}

/** Entries of one statement. */
export const MOST_STATEMENT = 1000;

/** Entries by their days, each with what is owed after it; what was asked for on a day stands before what was paid on it. */
export function running<Entry extends { day: string; amount: number }>(
  opening: number,
  entries: readonly Entry[],
): (Entry & { balance: number })[] {
  let balance = opening;
  return entries
    .toSorted((one, other) => (one.day < other.day ? -1 : one.day > other.day ? 1 : 0))
    .map((entry) => {
      balance += entry.amount;
      return { ...entry, balance };
    });
}

/** What an electronic invoice by EN 16931 cannot do without and was not said: BR-06 to BR-11, BR-CO-26, BR-S-02, BR-AE-02, BR-O-11, BR-O-12. */
export function missingIn({ seller, buyer, lines }: { seller: Seller; buyer: Buyer; lines: readonly DocumentLine[] }): Particular[] {
  const reversed = lines.some(({ tax }) => tax.category === "AE");
  const taxed = lines.some(({ tax }) => tax.category !== "O");
  const lacks: Record<Particular, boolean> = {
    "seller.name": seller.name === "",
    "seller.country": seller.country === "",
    "seller.taxNumber": taxed && seller.taxNumber === "",
    // Known by one of the two; outside of the tax a seller names no number of it (BR-O-02).
    "seller.registration": seller.registration === "" && !(taxed && (seller.taxNumber === "" || isVatNumber(seller.taxNumber))),
    "buyer.name": buyer.name === "",
    "buyer.country": buyer.country === "",
    "buyer.taxNumber": reversed && !isVatNumber(buyer.taxNumber),
    "lines.tax": taxed && lines.some(({ tax }) => tax.category === "O"),
  };
  return PARTICULARS.filter((one) => lacks[one]);
}

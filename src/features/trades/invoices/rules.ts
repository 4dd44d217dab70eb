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
import { minorDigits } from "@/lib/money";
import { roundHalfUp, sumOf, WHOLE_RATE } from "@/lib/pricing/amounts";
import { type Buyer, calculate, type DocumentLine, NO_DISCOUNT, type Seller, type Terms } from "@/lib/pricing/documents";
import { type Agreed, lessLines } from "@/lib/pricing/parts";

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

const totalOf = ({ lines, terms }: Agreed): number => calculate(lines, terms).totals.total;

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
    lines: lessLines({ before: { lines, terms, credits }, text }, taxIncluded).map((line) => ({ ...line, quantity: -line.quantity })),
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

interface Billed {
  /** ISO 4217. */
  currency: string;
  seller: Seller;
  buyer: Buyer;
  lines: readonly DocumentLine[];
  terms: Terms;
}

/**
 * Whether taxes that were rounded by themselves are so far from their rate that no electronic invoice may hold them: a whole unit or more from
 * what the rate gives to two digits behind the point, however many the currency is written with (BR-CO-17).
 */
function isRoundedAway({ currency, lines, terms }: Pick<Billed, "currency" | "lines" | "terms">): boolean {
  const unit = 10 ** minorDigits(currency);
  return calculate(lines, terms).totals.taxes.some(({ net, tax, rate }) => {
    const due = roundHalfUp(100n * BigInt(Math.abs(net)) * BigInt(rate), BigInt(unit * WHOLE_RATE));
    return Math.abs((100 * Math.abs(tax)) / unit - due) >= 100;
  });
}

/** What an electronic invoice by EN 16931 cannot do without: BR-06 to BR-11, BR-CO-26, BR-S-02, BR-AE-02, BR-O-11, BR-O-12, BR-DEC, BR-CO-17. */
export function missingIn({ currency, seller, buyer, lines, terms }: Billed): Particular[] {
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
    // Thousandths would have to be rounded, and the file would ask for another amount than the document.
    currency: minorDigits(currency) > 2,
    rounding: isRoundedAway({ currency, lines, terms }),
  };
  return PARTICULARS.filter((one) => lacks[one]);
}

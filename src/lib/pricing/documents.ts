import type { TaxMode } from "@/lib/enums/trades";
import type { TaxCategory } from "@/lib/enums/trades-pricing";
import type { LineSource } from "@/lib/enums/trades-quotes";
import { roundTo, spread } from "@/lib/largest-remainder";
import { MOST_SUM, priceOf, roundHalfUp, shareOf, sumOf, WHOLE_RATE } from "./amounts";
import type { Priced } from "./prices";

// What a quote or an invoice asks for, as both are kept, shown, drawn and sent: one calculation for all of them.

/** Who sells, as documents say it. */
export interface Seller {
  name: string;
  street: string;
  postcode: string;
  city: string;
  /** ISO 3166-1, two letters; empty where it has not been said. */
  country: string;
  /** For value added tax, with the country before it where that is usual. */
  taxNumber: string;
  /** Of the company, where there is one. */
  registration: string;
  email: string;
  phone: string;
  iban: string;
  bic: string;
  /** Stands below each document. */
  note: string;
}

/** Who buys, as invoices say it. */
export interface Buyer {
  name: string;
  street: string;
  postcode: string;
  city: string;
  /** ISO 3166-1, two letters; empty where it has not been said. */
  country: string;
  taxNumber: string;
  /** What the buyer wants to find on it, such as a purchase order. */
  reference: string;
  email: string;
}

export interface LineTax {
  name: string;
  /** Basis points. */
  rate: number;
  category: TaxCategory;
}

/** One line: what, how many, for how much. */
export interface DocumentLine extends Omit<Priced, "tiers" | "name"> {
  source: LineSource;
  text: string;
  /** In thousandths of the unit; less than 0 takes something back. */
  quantity: number;
  /** Basis points off this line. */
  discount: number;
  tax: LineTax;
  /** The tax of the shop that was copied; null for the usual one. */
  taxUid?: string | null;
  /** Offered beside the rest; counts where it was chosen. */
  optional: boolean;
  chosen: boolean;
}

/** Off the whole: so many basis points, or an amount. */
export type Discount = { is: "rate"; rate: number } | { is: "amount"; amount: number };
export const NO_DISCOUNT: Discount = { is: "rate", rate: 0 };

/** What the tax of a rate comes to where what is taxed at it comes to exactly this net: an invoice of all that is left has the tax that is left. */
export interface TaxLeft extends Pick<LineTax, "rate" | "category"> {
  net: number;
  tax: number;
}

export interface Terms {
  taxMode: TaxMode;
  /** Whether prices have their tax in them. */
  taxIncluded: boolean;
  discount: Discount;
  /** Of prices without their tax, where that would be rounded to something else. */
  taxLeft?: TaxLeft[] | undefined;
}

export interface LineAmounts {
  /** Quantity by price, rounded. */
  gross: number;
  /** Off this line, and its part of what is off the whole. */
  discount: number;
  share: number;
  /** What is left of it without tax, its tax, and both. */
  net: number;
  tax: number;
  total: number;
  /** What it costs the shop. */
  cost: number;
}

export interface TaxSum extends LineTax {
  net: number;
  tax: number;
}

export interface Totals {
  /** What the lines come to after their own discounts, as prices are written. */
  lines: number;
  /** Off the whole. */
  discount: number;
  net: number;
  /** By rate and treatment, in the order in which they first stand in the lines. */
  taxes: TaxSum[];
  tax: number;
  total: number;
  cost: number;
}

export interface Calculated {
  lines: LineAmounts[];
  totals: Totals;
}

/** Whether a line counts. */
export const counts = ({ optional, chosen }: Pick<DocumentLine, "optional" | "chosen">): boolean => !optional || chosen;

/** The places of the lines that are taxed together: at one rate, treated alike, and counting or not. */
function groupsOf(lines: readonly DocumentLine[]): { places: number[]; counted: boolean; of: LineTax }[] {
  const groups = new Map<string, { places: number[]; counted: boolean; of: LineTax }>();
  for (const [at, line] of lines.entries()) {
    const counted = counts(line);
    const key = `${line.tax.category} ${line.tax.rate} ${counted}`;
    const group = groups.get(key);
    if (group) group.places.push(at);
    else groups.set(key, { places: [at], counted, of: line.tax });
  }
  return [...groups.values()];
}

/**
 * The tax of these amounts at one rate, in all and for each: rounded once for all of them, so that each comes to its own but for less than a
 * unit, whichever of them take back what others ask for; or rounded for each.
 * @param included whether the amounts have it in them
 * @param whole what it comes to in all where that is known; of what is rounded for each, the last one takes the difference
 */
function taxesAt(rate: number, amounts: readonly number[], mode: TaxMode, included: boolean, whole?: number): number[] {
  const over = BigInt(included ? WHOLE_RATE + rate : WHOLE_RATE);
  const due = (amount: number) => BigInt(amount) * BigInt(rate);
  const taxOf = (amount: number) => roundHalfUp(due(amount), over);
  if (mode === "group") return roundTo(whole ?? taxOf(sumOf(amounts)), amounts.map(due), over);
  const taxes = amounts.map(taxOf);
  const missed = whole === undefined ? 0 : whole - sumOf(taxes);
  return taxes.map((tax, at) => (at === taxes.length - 1 ? tax + missed : tax));
}

/**
 * What a document comes to. Rounded half up: each line's gross, each line's discount, what is off the whole where it is a rate, and the tax of
 * each rate (or of each line), unless the terms say what it comes to. What is off the whole is spread over the lines by the largest remainder
 * before tax, and by that lines have their own part of a rate's tax, so that parts sum to the whole in every column. Of an option that was not
 * chosen the line is worked out, and counts nowhere.
 */
export function calculate(lines: readonly DocumentLine[], { taxMode, taxIncluded, discount, taxLeft = [] }: Terms): Calculated {
  const worked = lines.map((line) => {
    const gross = priceOf(line.quantity, line.price);
    const off = shareOf(gross, line.discount);
    return { line, gross, off, base: gross - off, cost: priceOf(line.quantity, line.cost), in: counts(line) };
  });
  const bases = worked.map(({ base, in: counted }) => (counted ? base : 0));
  const sum = sumOf(bases);
  const whole = discount.is === "rate" ? shareOf(Math.max(sum, 0), discount.rate) : Math.max(0, Math.min(discount.amount, sum));
  // What takes something back is not made cheaper.
  const shares = spread(
    whole,
    bases.map((base) => Math.max(base, 0)),
  );
  const after = worked.map(({ base, in: counted }, at) => base - (counted ? (shares[at] ?? 0) : 0));
  const taxOf = new Array<number>(lines.length).fill(0);
  const taxes: TaxSum[] = [];
  for (const { places, counted, of } of groupsOf(lines)) {
    const { name, rate, category } = of;
    const taxed = places.map((at) => after[at] ?? 0);
    const amount = sumOf(taxed);
    const known = taxIncluded ? undefined : taxLeft.find((one) => one.rate === rate && one.category === category && one.net === amount);
    // What counts nowhere is worked out by itself.
    const own = counted ? taxesAt(rate, taxed, taxMode, taxIncluded, known?.tax) : taxesAt(rate, taxed, "line", taxIncluded);
    for (const [n, at] of places.entries()) taxOf[at] = own[n] ?? 0;
    const tax = sumOf(own);
    if (counted) taxes.push({ name, rate, category, net: taxIncluded ? amount - tax : amount, tax });
  }
  const amounts = worked.map(({ gross, off, cost, in: counted }, at): LineAmounts => {
    const [rest = 0, tax = 0] = [after[at], taxOf[at]];
    const net = taxIncluded ? rest - tax : rest;
    return { gross, discount: off, share: counted ? (shares[at] ?? 0) : 0, net, tax, total: net + tax, cost };
  });
  const counted = amounts.filter((_, at) => worked[at]?.in);
  const all = (name: keyof LineAmounts) => sumOf(counted.map((line) => line[name]));
  return {
    lines: amounts,
    totals: { lines: sum, discount: whole, net: all("net"), taxes, tax: all("tax"), total: all("total"), cost: all("cost") },
  };
}

/** Whether lines come to more than is worked out, or cost more, whichever options are taken, and though one takes back what another asks for. */
export const isBeyond = (lines: readonly Pick<DocumentLine, "quantity" | "price" | "cost">[]): boolean =>
  (["price", "cost"] as const).some((name) => sumOf(lines.map((line) => Math.abs(priceOf(line.quantity, line[name])))) > MOST_SUM);

/**
 * The tax of a part: what it is by itself, but no more than is left, and all that is left where the part is all of it. What is rounded for each
 * part would miss the whole otherwise.
 * @param part the part's net, and its tax by itself  @param left what the whole still has of both
 */
export const taxOfPart = (part: Pick<TaxSum, "net" | "tax">, left: Pick<TaxSum, "net" | "tax">): number => {
  const isMore = Math.abs(part.tax) > Math.abs(left.tax) && part.tax * left.tax >= 0;
  return isMore || part.net === left.net ? left.tax : part.tax;
};

/**
 * What an invoice of a part asks for: of each rate's sum, as prices are written, so much, with the tax of that. What a quote announces is what
 * its invoice comes to.
 * @param rate basis points of the whole  @param included whether prices have their tax in them
 */
export const partOf = ({ taxes }: Pick<Totals, "taxes">, rate: number, included: boolean): number =>
  sumOf(
    taxes.map((whole) => {
      if (included) return shareOf(whole.net + whole.tax, rate);
      const net = shareOf(whole.net, rate);
      // Of nothing no invoice has a line.
      return net === 0 ? 0 : net + taxOfPart({ net, tax: shareOf(net, whole.rate) }, whole);
    }),
  );

/** What a quote says of paying it: the deposit that its acceptance makes due, null where there is none; nothing where it asks for nothing. */
export function payingOf<Payment extends { deposit: number }>(
  totals: Pick<Totals, "taxes" | "total">,
  payment: Payment,
  included: boolean,
) {
  if (totals.total <= 0) return null;
  const deposit = partOf(totals, payment.deposit, included);
  return { ...payment, deposit: deposit > 0 ? { rate: payment.deposit, amount: deposit } : null };
}

/** What remains of the net once the work is paid for, in basis points; null where nothing is asked for. */
export const marginOf = ({ net, cost }: Pick<Totals, "net" | "cost">): number | null =>
  net > 0 ? roundHalfUp(BigInt(net - cost) * BigInt(WHOLE_RATE), BigInt(net)) : null;

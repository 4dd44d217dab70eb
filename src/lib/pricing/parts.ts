import { ONE, priceOf, roundHalfUp, shareOf, sumOf, WHOLE_RATE } from "./amounts";
import { calculate, counts, type DocumentLine, type LineTax, NO_DISCOUNT, type TaxLeft, type Terms, taxOfPart } from "./documents";

// What is agreed upon in quotes is asked for in parts: deposits before the work, progress payments during it, and what is left at its end. Together
// they come to what was signed.

/** What was agreed upon, of one quote. */
export interface Agreed {
  lines: readonly DocumentLine[];
  terms: Terms;
}

/** An invoice that was issued, and what was credited of it. */
export interface Before extends Agreed {
  credits: readonly Agreed[];
}

/** An invoice before that comes off another one, and the words of the line by which it does. */
export interface Less {
  before: Before;
  text: string;
}

/** Words of lines that nobody wrote. */
interface Texts {
  discount: string;
  whole: string;
}

interface SumAtTax {
  tax: LineTax;
  net: number;
  due: number;
}

const taxKey = ({ rate, category }: Pick<LineTax, "rate" | "category">) => `${category} ${rate}`;
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

/** A line of the shop's own for one of something; less than nothing takes it off. */
const lineOf = (text: string, amount: number, tax: LineTax): DocumentLine => ({
  ...bare,
  source: "hand",
  text,
  quantity: amount < 0 ? -ONE : ONE,
  price: Math.abs(amount),
  tax,
});

/** What documents come to by rate: net, and the tax that is due. */
function sumsByTax(documents: readonly Agreed[]): SumAtTax[] {
  const sums = new Map<string, SumAtTax>();
  for (const { lines, terms } of documents)
    for (const { net, tax: due, ...tax } of calculate(lines, terms).totals.taxes) {
      const sum = sums.get(taxKey(tax)) ?? { tax, net: 0, due: 0 };
      sums.set(taxKey(tax), { ...sum, net: sum.net + net, due: sum.due + due });
    }
  return [...sums.values()];
}

/** What was asked for and not given back, by rate; less than 0 where something was given back at a rate at which nothing was asked for. */
const askedFor = (before: readonly Before[]): SumAtTax[] => {
  const [asked, back] = [sumsByTax(before), sumsByTax(before.flatMap(({ credits }) => credits))];
  const others = back.filter(({ tax }) => asked.every((one) => taxKey(one.tax) !== taxKey(tax)));
  return [
    ...asked.map(({ tax, net, due }) => {
      const given = sumAt(back, tax);
      return { tax, net: net - given.net, due: due - given.due };
    }),
    ...others.map(({ tax, net, due }) => ({ tax, net: -net, due: -due })),
  ];
};

const sumAt = (sums: readonly SumAtTax[], tax: Pick<LineTax, "rate" | "category">): Omit<SumAtTax, "tax"> =>
  sums.find((one) => taxKey(one.tax) === taxKey(tax)) ?? { net: 0, due: 0 };

/** As prices are written: with the tax in them or without. */
const written = ({ net, due }: Omit<SumAtTax, "tax">, included: boolean): number => net + (included ? due : 0);

/** Lines that take off what was asked for already: one for each rate, so that each rate's tax is what is still due. */
export const lessLines = ({ before, text }: Less, included: boolean): DocumentLine[] =>
  askedFor([before])
    .map((sum) => lineOf(text, -written(sum, included), sum.tax))
    .filter(({ price }) => price !== 0);

interface Part {
  /** Basis points of all that was agreed upon. */
  rate: number;
  /** The words of a part of so many basis points. */
  text: (rate: number) => string;
  /** What is a part of that part, and so comes off it: the deposits before a deposit. */
  less?: readonly Less[];
}

/**
 * Lines that ask for a part of what was agreed upon: one for each rate, as its tax is due with it, and what comes off it. At no rate is more asked
 * for than is left of it, which the last one would have to give back.
 * @param included whether the invoice's prices have their tax in them
 * @param before what was asked for already
 */
export function partLines(
  agreed: readonly Agreed[],
  { rate, text, less = [] }: Part,
  included: boolean,
  before: readonly Before[] = [],
): DocumentLine[] {
  const asked = askedFor(before);
  const off = less.flatMap((one) => lessLines(one, included));
  return sumsByTax(agreed).flatMap((sum) => {
    const { tax } = sum;
    const taken = off.filter((line) => taxKey(line.tax) === taxKey(tax));
    const already = -sumOf(taken.map(({ quantity, price }) => priceOf(quantity, price)));
    const amount = written(sum, included);
    const share = shareOf(amount, rate) - already;
    const left = amount - written(sumAt(asked, tax), included);
    // Where as much was asked for already there is nothing to ask for, nor to give back.
    if (share * amount <= 0 || left * amount <= 0) return [];
    const part = Math.abs(left) < Math.abs(share) ? left : share;
    // Half a minor unit for each of them is no other part.
    const same = Math.abs(share - part) <= before.length + 1;
    const asksFor = same ? rate : roundHalfUp(BigInt(part + already) * BigInt(WHOLE_RATE * Math.sign(amount)), BigInt(Math.abs(amount)));
    return [lineOf(text(asksFor), part + already, tax), ...taken];
  });
}

/** What documents ask for in all, with the tax. */
const sumOfAll = (sums: readonly SumAtTax[]): number => sumOf(sums.map((sum) => written(sum, true)));

/** Whether an invoice asks for more than what is left of what was agreed upon. @param before what was asked for already */
function isMoreThanLeft(agreed: readonly Agreed[], before: readonly Before[], content: Agreed): boolean {
  const part = sumOfAll(sumsByTax([{ ...content, terms: withTaxLeft(agreed, before, content) }]));
  return part > 0 && part > sumOfAll(sumsByTax(agreed)) - sumOfAll(askedFor(before));
}

/** The most that can be asked for of the whole, in basis points: no more than is left of it. @param less what is a part of that part, and comes off it */
function rateLeft(agreed: readonly Agreed[], before: readonly Before[], less: readonly Less[]): number {
  const whole = sumOfAll(sumsByTax(agreed));
  const [gone, again] = [before, less.map((one) => one.before)].map((asked) => sumOfAll(askedFor(asked))) as [number, number];
  return whole > 0 ? Math.max(0, Number((BigInt(whole - gone + again) * BigInt(WHOLE_RATE)) / BigInt(whole))) : 0;
}

/**
 * Lines that ask for a part of what was agreed upon, or for as much of it as is left: of what was asked for at a rate that nobody agreed upon, too.
 * @param before what was asked for already
 */
export function shareLines(agreed: readonly Agreed[], before: readonly Before[], part: Part, terms: Terms): DocumentLine[] {
  const asks = (rate: number) => (rate > 0 ? partLines(agreed, { ...part, rate }, terms.taxIncluded, before) : []);
  const lines = asks(part.rate);
  return isMoreThanLeft(agreed, before, { lines, terms }) ? asks(rateLeft(agreed, before, part.less ?? [])) : lines;
}

/** What was off the whole of a quote, as a line for each rate. */
function discountLines({ lines, terms }: Agreed, text: string): DocumentLine[] {
  const { lines: amounts } = calculate(lines, terms);
  const shares = new Map<string, { tax: LineTax; off: number }>();
  for (const [at, { tax }] of lines.entries()) {
    const off = (shares.get(taxKey(tax))?.off ?? 0) + (amounts[at]?.share ?? 0);
    shares.set(taxKey(tax), { tax, off });
  }
  return [...shares.values()].filter(({ off }) => off > 0).map(({ tax, off }) => lineOf(text, -off, tax));
}

/** The lines of a quote that were taken. */
const takenLines = ({ lines }: Agreed): DocumentLine[] => lines.filter(counts).map((line) => ({ ...line, optional: false, chosen: false }));

/**
 * All that was agreed upon, line by line; what was off the whole of a quote becomes lines, because it is not off what else an invoice holds. A
 * quote whose prices are written the other way comes as one line for each rate.
 * @param included whether the invoice's prices have their tax in them
 */
const agreedLines = (agreed: readonly Agreed[], texts: Texts, included: boolean): DocumentLine[] =>
  agreed.flatMap((quote) =>
    quote.terms.taxIncluded === included
      ? [...takenLines(quote), ...discountLines(quote, texts.discount)]
      : partLines([quote], { rate: WHOLE_RATE, text: () => texts.whole }, included),
  );

/**
 * What is asked for last: all that was agreed upon, less what was asked for before. Where each line is taxed by itself, its tax is of what is left
 * of it: what was off the whole of the only quote stays so there, or the invoice would miss what was signed by what is rounded.
 */
export function lastOf(
  agreed: readonly Agreed[],
  before: readonly Less[],
  texts: Texts,
  terms: Terms,
): { lines: DocumentLine[]; terms: Terms } {
  const less = before.flatMap((one) => lessLines(one, terms.taxIncluded));
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
 * The terms of an invoice by which all that is asked for comes to what was signed: where it asks at a rate for all that is left, its tax is all the
 * tax that is left, which what is rounded for each invoice may miss by some minor units; where it asks for less, it asks for no more tax than is
 * left, or the last one would have to give it back. Prices that have their tax in them miss nothing.
 * @param before what was asked for already
 */
export function withTaxLeft(agreed: readonly Agreed[], before: readonly Before[], { lines, terms }: Agreed): Terms {
  if (terms.taxIncluded) return terms;
  const [all, asked] = [sumsByTax(agreed), askedFor(before)];
  const { taxes, total } = calculate(lines, terms).totals;
  const taxLeft = taxes.flatMap(({ rate, category, net, tax }): TaxLeft[] => {
    const [whole, gone] = [sumAt(all, { rate, category }), sumAt(asked, { rate, category })];
    const due = taxOfPart({ net, tax }, { net: whole.net - gone.net, tax: whole.due - gone.due });
    return due === tax ? [] : [{ rate, category, net, tax: due }];
  });
  const settled = taxLeft.length > 0 ? { ...terms, taxLeft } : terms;
  // Nobody is asked for less than nothing because taxes before were rounded up.
  return total >= 0 && calculate(lines, settled).totals.total < 0 ? terms : settled;
}

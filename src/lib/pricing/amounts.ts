// Arithmetic of money. Amounts are whole minor units, quantities thousandths, rates basis points; a product of them is worked out exactly
// before it is rounded, because it can be larger than what a number holds.

/** The largest amount that is taken from anybody: sums of thousands of these are still exact. */
export const MOST_AMOUNT = 1_000_000_000_000;
/** The largest quantity, in thousandths. */
export const MOST_QUANTITY = 1_000_000_000;

/** One, in basis points and in thousandths. */
export const WHOLE_RATE = 10_000;
export const ONE = 1000;

/**
 * A fraction as a whole number, half up as commerce rounds: a half goes away from zero, so that what is credited is what was charged.
 * @param over more than 0
 */
export function roundHalfUp(part: bigint, over: bigint): number {
  const size = part < 0n ? -part : part;
  const rounded = (2n * size + over) / (2n * over);
  return Number(part < 0n ? -rounded : rounded);
}

/** So much of an amount. @param rate in basis points */
export const shareOf = (amount: number, rate: number): number => roundHalfUp(BigInt(amount) * BigInt(rate), BigInt(WHOLE_RATE));

/** What so many cost. @param quantity in thousandths  @param price of one */
export const priceOf = (quantity: number, price: number): number => roundHalfUp(BigInt(quantity) * BigInt(price), BigInt(ONE));

/**
 * A whole spread over parts in proportion to their weights, to the unit: each gets what it is due rounded down, and what is left goes one
 * by one to those of which most was cut off (the method of the largest remainder), the first of equals first. Where nothing
 * weighs anything the first part takes all.
 */
export function spread(whole: number, weights: readonly number[]): number[] {
  if (weights.length === 0) return [];
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n);
  if (sum === 0n) return weights.map((_, at) => (at === 0 ? whole : 0));
  const sign = sum < 0n ? -1n : 1n;
  const over = sum * sign;
  const due = weights.map((weight, at) => {
    const exact = BigInt(whole) * BigInt(weight) * sign;
    const rest = ((exact % over) + over) % over;
    return { at, share: (exact - rest) / over, rest };
  });
  let left = BigInt(whole) - due.reduce((total, { share }) => total + share, 0n);
  for (const part of due.toSorted((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1))) {
    if (left === 0n) break;
    part.share += 1n;
    left -= 1n;
  }
  return due.map(({ share }) => Number(share));
}

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

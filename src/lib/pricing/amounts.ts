// Arithmetic of money. Amounts are whole minor units, quantities thousandths, rates basis points; a product of them is worked out exactly
// before it is rounded, because it can be larger than what a number holds.

/** The largest amount that is taken from anybody: sums of thousands of these are still exact. */
export const MOST_AMOUNT = 1_000_000_000_000;
/** The most that one document's lines come to in all: with a tax of as much again, and several such together, it is still exact. */
export const MOST_SUM = 1_000_000_000_000_000;
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

export const sumOf = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0);

/**
 * Spreads a whole amount over weights, so that the parts sum to it exactly and none is further from its exact share than one: each has its
 * share rounded down, and what is left goes, one by one, to the largest remainders; of equal ones to the first (the method of Hamilton, or
 * Hare and Niemeyer).
 * @param total whole and not negative, such as minor units
 * @param weights not negative, not all of them 0 unless the total is; integers of any size, since areas times areas leave what a number holds
 * @throws RangeError where there is nothing to spread over
 */
export function spread(total: number, weights: readonly bigint[]): number[] {
  if (!Number.isSafeInteger(total) || total < 0) throw new RangeError(`Not an amount to spread: ${total}`);
  const whole = weights.reduce((sum, weight) => sum + weight, 0n);
  if (weights.some((weight) => weight < 0n)) throw new RangeError("A weight is negative.");
  if (whole === 0n) {
    if (total > 0) throw new RangeError("There is nothing to spread over.");
    return weights.map(() => 0);
  }
  const amount = BigInt(total);
  const parts = weights.map((weight) => Number((amount * weight) / whole));
  const remainders = weights.map((weight, at) => ({ at, left: (amount * weight) % whole }));
  remainders.sort((a, b) => (a.left === b.left ? a.at - b.at : a.left > b.left ? -1 : 1));
  const rest = total - parts.reduce((sum, part) => sum + part, 0);
  for (const { at } of remainders.slice(0, rest)) parts[at] = (parts[at] as number) + 1;
  return parts;
}

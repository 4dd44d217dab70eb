/**
 * A whole spread over parts in proportion to their weights, to the unit: each gets what it is due rounded down, and what is left goes one
 * by one to those of which most was cut off, the first of equals first (the method of the largest remainder, of Hamilton or of Hare and
 * Niemeyer). Where nothing weighs anything the first part takes all. Whole and weights may be less than nothing, as in a credit.
 * @param whole such as minor units  @param weights of any size: areas times areas leave what a number holds
 * @throws RangeError where there are no parts, or the whole is no whole number
 */
export function spread(whole: number, weights: readonly (number | bigint)[]): number[] {
  if (weights.length === 0 && whole !== 0) throw new RangeError("There is nothing to spread over.");
  const sizes = weights.map(BigInt);
  const sum = sizes.reduce((total, size) => total + size, 0n);
  if (sum === 0n) return sizes.map((_, at) => (at === 0 ? whole : 0));
  const sign = sum < 0n ? -1n : 1n;
  const over = sum * sign;
  const due = sizes.map((size, at) => {
    const exact = BigInt(whole) * size * sign;
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

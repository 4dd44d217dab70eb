/**
 * A whole spread over parts in proportion to their weights, to the unit, by the largest remainder. Where nothing weighs anything the first
 * part takes all. Whole and weights may be less than nothing, as in a credit.
 * @param whole such as minor units  @param weights of any size: areas times areas leave what a number holds
 * @throws RangeError where there are no parts, or the whole is no whole number
 */
export function spread(whole: number, weights: readonly (number | bigint)[]): number[] {
  if (weights.length === 0 && whole !== 0) throw new RangeError("There is nothing to spread over.");
  const sizes = weights.map(BigInt);
  const sum = sizes.reduce((total, size) => total + size, 0n);
  if (sum === 0n) return sizes.map((_, at) => (at === 0 ? whole : 0));
  const sign = sum < 0n ? -1n : 1n;
  return roundTo(
    whole,
    sizes.map((size) => BigInt(whole) * size * sign),
    sum * sign,
  );
}

const restOf = (part: bigint, over: bigint): bigint => ((part % over) + over) % over;

/**
 * Fractions as whole numbers that sum to a whole: each is rounded down, and what is left goes one by one to those of which most was cut off,
 * the first of equals first (the method of the largest remainder, of Hamilton or of Hare and Niemeyer). Where the whole is their sum, rounded,
 * none is a unit or more from what it was; of any other whole all of them bear the difference alike.
 * @param parts of `over`, one at least  @param over more than 0
 */
export function roundTo(whole: number, parts: readonly bigint[], over: bigint): number[] {
  const due = parts.map((part, at) => {
    const rest = restOf(part, over);
    return { at, share: (part - rest) / over, rest };
  });
  const left = BigInt(whole) - due.reduce((total, { share }) => total + share, 0n);
  const more = restOf(left, BigInt(parts.length));
  const each = (left - more) / BigInt(parts.length);
  const inOrder = due.toSorted((one, other) => (one.rest === other.rest ? one.at - other.at : one.rest < other.rest ? 1 : -1));
  for (const [place, part] of inOrder.entries()) part.share += BigInt(place) < more ? each + 1n : each;
  return due.map(({ share }) => Number(share));
}

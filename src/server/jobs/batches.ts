/**
 * Does what is due piece by piece, until one is not full: however much falls due at once, none of it is kept for longer than was promised.
 * @param piece does so many at most, which are not due any more then, or throws  @returns how many it had
 */
export async function inBatches(size: number, piece: (size: number) => Promise<number>): Promise<void> {
  let had: number;
  do had = await piece(size);
  while (had >= size);
}

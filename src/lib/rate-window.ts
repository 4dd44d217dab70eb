/**
 * In how many seconds there is room for one more of what may be done so often within so long; undefined while there is some.
 * @param last when it was done the last times, the newest first
 */
export function retryAfterSeconds(last: readonly Date[], most: number, withinMs: number, now: Date): number | undefined {
  const oldest = last[most - 1];
  const left = oldest ? oldest.getTime() + withinMs - now.getTime() : 0;
  return left > 0 ? Math.ceil(left / 1000) : undefined;
}

import { seededRandom } from "@/lib/seeded-random";

/** Chance that is the same in every run of one seed. */
export interface Chance {
  /** 0 (may be) to 1 (never). */
  next(): number;
  /** Whether something that happens with this probability happens. */
  happens(probability: number): boolean;
  /** A whole number from `from` to `to`, both of them possible. */
  between(from: number, to: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
}

export function chance(seed: number): Chance {
  const next = seededRandom(seed);
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    next,
    happens: (probability) => next() < probability,
    between,
    pick: <T>(items: readonly T[]): T => {
      if (items.length === 0) throw new Error("nothing to pick from");
      return items[between(0, items.length - 1)] as T;
    },
    shuffled: (items) => {
      const copy = [...items];
      for (let at = copy.length - 1; at > 0; at--) {
        const other = between(0, at);
        [copy[at], copy[other]] = [copy[other] as (typeof copy)[number], copy[at] as (typeof copy)[number]];
      }
      return copy;
    },
  };
}

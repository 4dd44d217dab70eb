import type { PriceKind, PriceUnit } from "@/lib/enums/trades-pricing";

/** A price that holds from a quantity on, for all of it. */
export interface Tier {
  /** In thousandths. */
  from: number;
  price: number;
}

/** What is asked for one of something; amounts in minor units. */
export interface Priced {
  code: string;
  name: string;
  kind: PriceKind;
  unit: PriceUnit;
  price: number;
  cost: number;
  /** The smallest first. */
  tiers: readonly Tier[];
}

/** What one costs if so many are taken. @param quantity in thousandths */
export const priceFor = ({ price, tiers }: Pick<Priced, "price" | "tiers">, quantity: number): number =>
  tiers.findLast(({ from }) => quantity >= from)?.price ?? price;

/**
 * What one costs on a line whose quantity changes: the list's price for the new one, where the line has the list's price for what it had.
 * A price that somebody has set by hand stays.
 */
export const repriced = (item: Pick<Priced, "price" | "tiers">, line: { price: number; quantity: number }, quantity: number): number =>
  line.price === priceFor(item, line.quantity) ? priceFor(item, quantity) : line.price;

/** Whether the tiers stand in order, each from more on than the one before. */
export const areTiers = (tiers: readonly Tier[]): boolean => tiers.every(({ from }, at) => from > (tiers[at - 1]?.from ?? 0));

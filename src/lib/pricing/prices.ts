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

/** Whether the tiers stand in order, each from more on than the one before. */
export const areTiers = (tiers: readonly Tier[]): boolean => tiers.every(({ from }, at) => from > (tiers[at - 1]?.from ?? 0));

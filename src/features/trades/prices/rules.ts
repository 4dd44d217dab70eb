import { addDays, LAST_DAY } from "@/lib/days";
import type { PriceKind, PriceUnit } from "@/lib/enums/trades-pricing";
import { roundHalfUp, WHOLE_RATE } from "@/lib/pricing/amounts";
import { marginOf } from "@/lib/pricing/documents";

/** Characters at most. */
export const PRICE = { list: 80, code: 40, name: 160 } as const;

/** How many of each a workspace, a list and a version can have. */
export const MOST_LISTS = 50;
export const MOST_VERSIONS = 500;
export const MOST_ITEMS = 1000;
export const MOST_TIERS = 10;

/** What each kind of thing is asked for by; the first is what a new one begins with. */
export const UNITS_OF = {
  material: ["m2", "slab"],
  edge: ["m"],
  cutout: ["piece"],
  labour: ["hour", "piece", "m2", "m"],
  item: ["piece", "m", "m2", "hour"],
} as const satisfies Record<PriceKind, readonly PriceUnit[]>;

export const isUnitOf = (kind: PriceKind, unit: PriceUnit): boolean => (UNITS_OF[kind] as readonly PriceUnit[]).includes(unit);

/** Codes are told apart whatever their case. */
export const codeKey = (code: string): string => code.toLowerCase();

/** Where a version stands on a day of the shop's calendar. */
export type Validity = "draft" | "coming" | "now" | "past";
export function validityOn(
  { state, validFrom, validTo }: { state: "draft" | "published"; validFrom: string; validTo: string | null },
  day: string,
): Validity {
  if (state === "draft") return "draft";
  if (validFrom > day) return "coming";
  return validTo !== null && validTo < day ? "past" : "now";
}

/**
 * The first day after a version's last one on which no version of its list would hold; undefined where one always does.
 * @param others of its list: what is published later than it, since what began before it ends as it begins
 */
export function nothingHoldsFrom(
  lastDay: string,
  others: readonly { state: "draft" | "published"; validFrom: string; validTo: string | null }[],
): string | undefined {
  if (lastDay >= LAST_DAY) return undefined;
  const next = addDays(lastDay, 1);
  const holds = others.find(({ state, validFrom }) => state === "published" && validFrom === next);
  if (!holds) return next;
  return holds.validTo === null ? undefined : nothingHoldsFrom(holds.validTo, others);
}

/**
 * What remains of a price once the work is paid for, in basis points; null where nothing is asked for.
 * @param rate of its tax, in basis points  @param taxIncluded whether that lies in the price
 */
export function priceMargin({ price, cost }: { price: number; cost: number }, rate: number, taxIncluded: boolean): number | null {
  const net = taxIncluded ? roundHalfUp(BigInt(price) * BigInt(WHOLE_RATE), BigInt(WHOLE_RATE + rate)) : price;
  return marginOf({ net, cost });
}

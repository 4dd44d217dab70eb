/** Closed sets of values, once, of what a shop asks for its work. */

/** How a tax is to be treated, by the codes of EN 16931 (UNTDID 5305): standard, zero, exempt, reverse charge, outside the scope. */
export const TAX_CATEGORIES = ["S", "Z", "E", "AE", "O"] as const;
export type TaxCategory = (typeof TAX_CATEGORIES)[number];

/** What something in a price list is to a shop; costs are told apart by it. */
export const PRICE_KINDS = ["material", "edge", "cutout", "labour", "item"] as const;
export type PriceKind = (typeof PRICE_KINDS)[number];

/** What a price is for one of: a square metre, a slab, a metre, a piece, an hour. */
export const PRICE_UNITS = ["m2", "slab", "m", "piece", "hour"] as const;
export type PriceUnit = (typeof PRICE_UNITS)[number];

/** A version of a price list is written, and then holds as it is. */
export const PRICE_STATES = ["draft", "published"] as const;

/** What a benchtop is made of, as laws on dust tell it apart. */
export const MATERIAL_CATEGORIES = [
  "granite",
  "marble",
  "quartzite",
  "limestone",
  "slate",
  "engineered_stone",
  "porcelain",
  "solid_surface",
  "glass",
  "timber",
  "metal",
  "other",
] as const;
export type MaterialCategory = (typeof MATERIAL_CATEGORIES)[number];

/** What a workspace counts without gaps. */
export const COUNTERS = ["quote", "plan", "invoice"] as const;
export type Counter = (typeof COUNTERS)[number];

import { z } from "zod";
import { PRICE_KINDS, PRICE_STATES, PRICE_UNITS } from "@/lib/enums/trades-pricing";

/** One version of a list, without its prices. */
const priceVersionDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  /** Counted from 1 within the list. */
  number: z.int(),
  state: z.enum(PRICE_STATES),
  /** Days of the workspace's calendar; both of them count, and null is no end. */
  validFrom: z.iso.date(),
  validTo: z.iso.date().nullable(),
  items: z.int(),
});
export type PriceVersionDto = z.infer<typeof priceVersionDto>;

const priceListDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  /** The one for customers that have none of their own. */
  usual: z.boolean(),
  retired: z.boolean(),
  /** How many customers have it. */
  customers: z.int(),
  /** The newest first, those that are past among them. */
  versions: z.array(priceVersionDto),
});
export type PriceListDto = z.infer<typeof priceListDto>;

export const priceListsDto = z.object({
  /** By the workspace's calendar. */
  today: z.iso.date(),
  lists: z.array(priceListDto),
});

/** Amounts in minor units for one of the unit, quantities in thousandths. */
const priceItemDto = z.object({
  uid: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(PRICE_KINDS),
  unit: z.enum(PRICE_UNITS),
  materialUid: z.uuid().nullable(),
  taxUid: z.uuid().nullable(),
  price: z.int(),
  cost: z.int(),
  tiers: z.array(z.object({ from: z.int(), price: z.int() })),
});
export type PriceItemDto = z.infer<typeof priceItemDto>;

export const pricesDto = priceVersionDto.omit({ items: true }).extend({
  list: z.object({ uid: z.uuid(), name: z.string() }),
  today: z.iso.date(),
  items: z.array(priceItemDto),
  /** What slabs of the materials usually measure, in mm. */
  materials: z.array(z.object({ uid: z.uuid(), name: z.string(), length: z.int(), width: z.int() })),
});
export type PricesDto = z.infer<typeof pricesDto>;

/** Null where nothing holds today. */
export const pricesForDto = pricesDto.nullable();

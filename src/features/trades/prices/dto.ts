import { z } from "zod";
import { day, minorUnits, mm, thousandths } from "@/lib/dto-fields";
import { PRICE_KINDS, PRICE_STATES, PRICE_UNITS } from "@/lib/enums/trades-pricing";

/** One version of a list, without its prices. */
const priceVersionDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  number: z.int().meta({ description: "Counted from 1 within the list." }),
  state: z.enum(PRICE_STATES),
  validFrom: day.meta({ description: "The first day, by the workspace's calendar." }),
  validTo: day.nullable().meta({ description: "The last day, which counts, too; null is no end." }),
  items: z.int(),
});
export type PriceVersionDto = z.infer<typeof priceVersionDto>;

const priceListDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  usual: z.boolean().meta({ description: "The one for customers that have none of their own." }),
  retired: z.boolean(),
  customers: z.int().meta({ description: "How many customers have it." }),
  versions: z.array(priceVersionDto).meta({ description: "The newest first, those that are past among them." }),
});
export type PriceListDto = z.infer<typeof priceListDto>;

export const priceListsDto = z.object({
  today: day.meta({ description: "By the workspace's calendar." }),
  lists: z.array(priceListDto),
});

const priceItemDto = z.object({
  uid: z.uuid(),
  code: z.string(),
  name: z.string(),
  kind: z.enum(PRICE_KINDS),
  unit: z.enum(PRICE_UNITS),
  materialUid: z.uuid().nullable(),
  taxUid: z.uuid().nullable(),
  price: minorUnits.meta({ description: "Minor units, for one of the unit." }),
  cost: minorUnits.meta({ description: "Minor units, for one of the unit: what it costs the shop." }),
  tiers: z.array(z.object({ from: thousandths, price: minorUnits })),
});
export type PriceItemDto = z.infer<typeof priceItemDto>;

export const pricesDto = priceVersionDto.omit({ items: true }).extend({
  list: z.object({ uid: z.uuid(), name: z.string() }),
  today: day,
  items: z.array(priceItemDto),
  materials: z
    .array(z.object({ uid: z.uuid(), name: z.string(), length: mm, width: mm }))
    .meta({ description: "What slabs of the materials usually measure." }),
});
export type PricesDto = z.infer<typeof pricesDto>;

/** Null where nothing holds today. */
export const pricesForDto = pricesDto.nullable();

import { z } from "zod";
import { PRICE_KINDS, PRICE_UNITS } from "@/lib/enums/trades-pricing";
import { calendarDay, id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { LOCALES } from "@/lib/locales";
import { MOST_AMOUNT, MOST_QUANTITY } from "@/lib/pricing/amounts";
import { areTiers } from "@/lib/pricing/prices";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { isUnitOf, MOST_TIERS, PRICE } from "./rules";

const amount = z.int().min(0).max(MOST_AMOUNT);

export const priceListFields = z
  .strictObject({
    name: nameField(PRICE.list).pipe(z.string().min(1)),
    usual: z.boolean().default(false),
    retired: z.boolean().default(false),
  })
  .refine(({ usual, retired }) => !(usual && retired), { path: ["retired"], message: "usualStays" });
export type PriceListFields = z.infer<typeof priceListFields>;

/** With the uid of a list, and the version that was seen, it takes the place of what stands there. */
export const priceListSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...priceListFields.shape }),
).refine(({ usual, retired }) => !(usual && retired), { path: ["retired"], message: "usualStays" });
export type PriceListSaveInput = z.infer<typeof priceListSaveInput>;

/** Of a list, or of one of its versions. */
export const pricesOfInput = workspaceInput.extend({ uid: id });
export type PricesOfInput = z.infer<typeof pricesOfInput>;
/** Of a version, in the language of whoever gets it. */
export const pricesPdfInput = pricesOfInput.extend({ language: z.enum(LOCALES) });
export type PricesPdfInput = z.infer<typeof pricesPdfInput>;

/** Whose prices hold: a customer's, or the usual ones. */
export const pricesForInput = workspaceInput.extend({ customerUid: id.optional() });
export type PricesForInput = z.infer<typeof pricesForInput>;

export const draftInput = pricesOfInput.extend({ version: rowVersion });
export type DraftInput = z.infer<typeof draftInput>;

export const priceItemFields = z
  .strictObject({
    code: nameField(PRICE.code).pipe(z.string().min(1)),
    name: nameField(PRICE.name).pipe(z.string().min(1)),
    kind: z.enum(PRICE_KINDS),
    unit: z.enum(PRICE_UNITS),
    materialUid: id.nullable().default(null),
    taxUid: id.nullable().default(null),
    price: amount,
    cost: amount.default(0),
    tiers: z
      .array(z.strictObject({ from: z.int().min(1).max(MOST_QUANTITY), price: amount }))
      .max(MOST_TIERS)
      .default([]),
  })
  .refine(({ kind, unit }) => isUnitOf(kind, unit), { path: ["unit"], message: "unitOfKind" })
  .refine(({ unit, materialUid }) => unit !== "slab" || materialUid !== null, { path: ["materialUid"], message: "required" })
  .refine(({ kind, materialUid }) => kind === "material" || materialUid === null, { path: ["materialUid"], message: "choice" })
  .refine(({ tiers }) => areTiers(tiers), { path: ["tiers"], message: "tierOrder" });
export type PriceItemFields = z.infer<typeof priceItemFields>;

/** Into a draft that was seen so: a new one, or with its own uid one that stands there. */
export const priceItemSaveInput = draftInput.extend({ itemUid: id.optional(), item: priceItemFields });
export type PriceItemSaveInput = z.infer<typeof priceItemSaveInput>;
export const priceItemDeleteInput = draftInput.extend({ itemUid: id });
export type PriceItemDeleteInput = z.infer<typeof priceItemDeleteInput>;

const days = { validFrom: calendarDay, validTo: calendarDay.nullable().default(null) };
export const publishFields = z
  .strictObject(days)
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, { path: ["validTo"], message: "dayOrder" });
export type PublishFields = z.infer<typeof publishFields>;
export const publishInput = draftInput
  .extend(days)
  .refine(({ validFrom, validTo }) => validTo === null || validTo >= validFrom, { path: ["validTo"], message: "dayOrder" });
export type PublishInput = z.infer<typeof publishInput>;

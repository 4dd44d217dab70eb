import { z } from "zod";
import { COUNTRIES } from "@/lib/countries";
import { TAX_CATEGORIES } from "@/lib/enums/trades-pricing";
import { id, maybeMailAddress, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { WHOLE_RATE } from "@/lib/pricing/amounts";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { isIban, isNaught, SELLER, TAX } from "./rules";

const rate = z.int().min(0).max(WHOLE_RATE);
const compact = (text: string): string => text.replaceAll(/\s+/g, "").toUpperCase();

/** Who sells; what has not been said is empty. */
const sellerFields = z.strictObject({
  name: nameField(SELLER.name).default(""),
  street: textField(SELLER.street).default(""),
  postcode: nameField(SELLER.postcode).default(""),
  city: nameField(SELLER.city).default(""),
  country: z.union([z.literal(""), z.enum(COUNTRIES)]).default(""),
  taxNumber: nameField(SELLER.taxNumber).default(""),
  registration: nameField(SELLER.registration).default(""),
  email: maybeMailAddress.default(""),
  phone: nameField(SELLER.phone).default(""),
  iban: z
    .string()
    .max(SELLER.iban * 2)
    .transform(compact)
    .refine((text) => text === "" || isIban(text), "iban")
    .default(""),
  bic: z
    .string()
    .max(SELLER.bic * 2)
    .transform(compact)
    .refine((text) => /^([A-Z]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?)?$/.test(text), "bic")
    .default(""),
  note: textField(SELLER.note).default(""),
});

export const pricingFields = z.strictObject({
  seller: sellerFields,
  taxIncluded: z.boolean(),
  /** Less than all: nothing that costs anything could be sold otherwise. */
  marginFloor: z.int().min(0).max(9999),
  discountLimit: rate,
  validityDays: z.int().min(1).max(365),
  paymentDays: z.int().min(0).max(365),
  deposit: rate,
  budgetAlert: z.int().min(1000).max(20_000),
  waste: z.int().min(0).max(9000),
});
export type PricingFields = z.infer<typeof pricingFields>;
export const pricingSaveInput = workspaceInput.extend({ version: z.int().min(0), ...pricingFields.shape });
export type PricingSaveInput = z.infer<typeof pricingSaveInput>;

export const taxFields = z
  .strictObject({
    name: nameField(TAX.name).pipe(z.string().min(1)),
    rate,
    category: z.enum(TAX_CATEGORIES),
    usual: z.boolean().default(false),
    retired: z.boolean().default(false),
  })
  .refine(({ rate: of, category }) => !isNaught(category) || of === 0, { path: ["rate"], message: "taxNaught" })
  .refine(({ usual, retired }) => !(usual && retired), { path: ["retired"], message: "usualStays" });
export type TaxFields = z.infer<typeof taxFields>;

/** With the uid of a tax, and the version that was seen, it takes the place of what stands there. */
export const taxSaveInput = newOrInPlace(workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...taxFields.shape }))
  .refine(({ rate: of, category }) => !isNaught(category) || of === 0, { path: ["rate"], message: "taxNaught" })
  .refine(({ usual, retired }) => !(usual && retired), { path: ["retired"], message: "usualStays" });
export type TaxSaveInput = z.infer<typeof taxSaveInput>;

import { z } from "zod";
import { TAX_CATEGORIES } from "@/lib/enums/trades-pricing";

export const sellerDto = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  /** ISO 3166-1, two letters; empty where it was not said. */
  country: z.string(),
  taxNumber: z.string(),
  registration: z.string(),
  email: z.string(),
  phone: z.string(),
  iban: z.string(),
  bic: z.string(),
  note: z.string(),
});

/** Rates in basis points. */
export const pricingDto = z.object({
  seller: sellerDto,
  taxIncluded: z.boolean(),
  marginFloor: z.int(),
  discountLimit: z.int(),
  validityDays: z.int(),
  paymentDays: z.int(),
  deposit: z.int(),
  budgetAlert: z.int(),
  waste: z.int(),
  /** 0 before anybody has said anything. */
  version: z.int(),
});

const taxDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  /** Basis points. */
  rate: z.int(),
  category: z.enum(TAX_CATEGORIES),
  usual: z.boolean(),
  retired: z.boolean(),
});
export const taxesDto = z.object({ taxes: z.array(taxDto) });

import { z } from "zod";
import { basisPoints } from "@/lib/dto-fields";
import { TAX_CATEGORIES } from "@/lib/enums/trades-pricing";

export const sellerDto = z.object({
  name: z.string(),
  street: z.string(),
  postcode: z.string(),
  city: z.string(),
  country: z.string().meta({ description: "ISO 3166-1, two letters; empty where it was not said." }),
  taxNumber: z.string(),
  registration: z.string(),
  email: z.string(),
  phone: z.string(),
  iban: z.string(),
  bic: z.string(),
  note: z.string(),
});

export const pricingDto = z.object({
  seller: sellerDto,
  taxIncluded: z.boolean(),
  marginFloor: basisPoints,
  discountLimit: basisPoints,
  validityDays: z.int(),
  paymentDays: z.int(),
  deposit: basisPoints,
  budgetAlert: basisPoints,
  waste: basisPoints,
  version: z.int().meta({ description: "0 before anybody has said anything." }),
});

const taxDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  rate: basisPoints,
  category: z.enum(TAX_CATEGORIES),
  usual: z.boolean(),
  retired: z.boolean(),
});
export const taxesDto = z.object({ taxes: z.array(taxDto) });

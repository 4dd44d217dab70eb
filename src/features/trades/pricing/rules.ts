import type { TaxCategory } from "@/lib/enums/trades-pricing";
import type { LineTax, Seller } from "@/lib/pricing/documents";

/** Characters at most. */
export const SELLER = {
  name: 120,
  street: 200,
  postcode: 20,
  city: 100,
  taxNumber: 40,
  registration: 60,
  phone: 40,
  iban: 34,
  bic: 11,
  note: 1000,
} as const;
export const TAX = { name: 60 } as const;

/** Taxes of a workspace, those that are out of use among them. */
export const MOST_TAXES = 50;

/** Of which category a tax is that takes nothing. */
export const isNaught = (category: TaxCategory): boolean => category !== "S";

/** What a line is taxed by that says nothing of it: the usual one, or none where the shop has none. */
export const usualTax = (all: readonly (LineTax & { usual: boolean })[]): LineTax => {
  const { name, rate, category } = all.find(({ usual }) => usual) ?? { name: "", rate: 0, category: "O" as const };
  return { name, rate, category };
};

const NOBODY: Seller = {
  name: "",
  street: "",
  postcode: "",
  city: "",
  country: "",
  taxNumber: "",
  registration: "",
  email: "",
  phone: "",
  iban: "",
  bic: "",
  note: "",
};

/** How a shop works out what it asks for, before it has said so: rates in basis points. */
export const usualPricing = (name: string) => ({
  seller: { ...NOBODY, name },
  taxIncluded: false,
  marginFloor: 2000,
  discountLimit: 1000,
  validityDays: 30,
  paymentDays: 14,
  deposit: 3000,
  budgetAlert: 9000,
  waste: 1500,
});
export type Pricing = ReturnType<typeof usualPricing>;

/**
 * Whether an IBAN can be one: its letters moved to numbers leave 1 when divided by 97 (ISO 13616, ISO 7064 MOD 97-10).
 * @param iban without blanks, in capitals
 */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(iban)) return false;
  const turned = iban.slice(4) + iban.slice(0, 4);
  let rest = 0;
  for (const sign of turned) for (const digit of String(Number.parseInt(sign, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}

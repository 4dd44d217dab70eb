import { searchTerms } from "@/lib/search-terms";

/** Characters at most. */
export const CUSTOMER = { name: 120, notes: 4000, role: 80, phone: 40, address: 400, access: 2000 } as const;

/** How many of each one customer can have. */
export const MOST_CONTACTS = 20;
export const MOST_SITES = 50;

/** Words of a customer that a search finds; nobody has more that matter. */
const MOST_TERMS = 500;

/** Where a map shows an address; null where there is none. */
export function mapHref(address: string): string | null {
  const query = address
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
    .join(", ");
  return query ? `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}` : null;
}

/** A number as a telephone dials it: digits of any script, and a plus that leads; null for what is none. */
export function dialled(phone: string): string | null {
  const digits = phone.normalize("NFKC").replaceAll(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660));
  const number = digits.replaceAll(/[^\d+]/g, "");
  return /^\+?\d{3,}$/.test(number) ? number : null;
}

/** What two notes become when their customers become one. */
export const joinedNotes = (kept: string, other: string): string => [kept, other].filter(Boolean).join("\n\n");

interface Found {
  name: string;
  contacts: { name: string; email: string; phone: string }[];
  sites: { name: string; address: string }[];
}

/** The words that a customer is found by: everything but notes, of which a member sees none, and ways in. */
export function termsOf({ name, contacts, sites }: Found): string[] {
  const texts = [
    name,
    ...contacts.flatMap((contact) => [contact.name, contact.email, contact.phone, contact.phone.replaceAll(/[^\p{N}]/gu, "")]),
    ...sites.flatMap((site) => [site.name, site.address]),
  ];
  return searchTerms(texts.join(" ")).slice(0, MOST_TERMS);
}

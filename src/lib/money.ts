/** Digits after the point of a currency, by ISO 4217 as the runtime knows it: 2 for USD, none for VND. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Keeps what is between them in its own direction (Unicode's LRI and PDI). */
const ISOLATED = ["\u2066", "\u2069"] as const;

/**
 * An amount as its reader writes it.
 * @param minor in minor units: 1250 of "usd" are 12.50 dollars
 * @param currency ISO 4217, in either case
 */
export function formatMoney(tag: string, minor: number, currency: string): string {
  const format = new Intl.NumberFormat(tag, { style: "currency", currency });
  const parts = format.formatToParts(minor / 10 ** minorDigits(currency));
  // Among Arabic letters the sign of a currency would part from its letters: US$ would read $US.
  const [open, close] = tag.startsWith("ar") ? ISOLATED : ["", ""];
  return parts.map(({ type, value }) => (type === "currency" ? `${open}${value}${close}` : value)).join("");
}

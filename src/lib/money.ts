/** Digits after the point of a currency, by ISO 4217 as the runtime knows it: 2 for USD, none for VND. */
export const minorDigits = (currency: string): number =>
  new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Currencies of which Stripe counts no parts, and those of which it counts thousandths (docs.stripe.com/currencies). */
const WHOLE = "bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" ");
const IN_THOUSANDTHS = "bhd jod kwd omr tnd".split(" ");

/**
 * Digits after the point of a currency as Stripe counts it: of some that are written without any, such as HUF and IDR, it counts
 * hundredths all the same.
 */
export function chargedDigits(currency: string): number {
  const code = currency.toLowerCase();
  if (WHOLE.includes(code)) return 0;
  return IN_THOUSANDTHS.includes(code) ? 3 : 2;
}

/** Keeps what is between them in its own direction (Unicode's LRI and PDI). */
const ISOLATED = ["\u2066", "\u2069"] as const;

/**
 * An amount as its reader writes it.
 * @param minor in minor units: 1250 of "usd" are 12.50 dollars
 * @param currency ISO 4217, in either case
 * @param digits how many of the amount's digits are parts; those that the currency is not written with show where they are not zero
 */
export function formatMoney(tag: string, minor: number, currency: string, digits = minorDigits(currency)): string {
  const unit = 10 ** digits;
  const parted = digits > minorDigits(currency) && minor % unit !== 0;
  const format = new Intl.NumberFormat(tag, { style: "currency", currency, ...(parted ? { minimumFractionDigits: digits } : {}) });
  const parts = format.formatToParts(minor / unit);
  // Among Arabic letters the sign of a currency would part from its letters: US$ would read $US.
  const [open, close] = tag.startsWith("ar") ? ISOLATED : ["", ""];
  return parts.map(({ type, value }) => (type === "currency" ? `${open}${value}${close}` : value)).join("");
}

/**
 * Currencies that are written without parts, and those that are written with thousandths, as Unicode's CLDR 48 has them. Browsers, and versions
 * of Node, do not agree: HUF has none for some and hundredths for others, as in ISO 4217. Amounts are kept in the smallest unit that is written,
 * so that what stands here stays, whatever any of them says later: all that was kept in a currency would mean something else.
 */
const WRITTEN_WHOLE =
  "afn all bif clp cop djf gnf huf idr iqd irr isk jpy kmf kpw krw lak lbp mga mmk pkr pyg rwf sll sos syp ugx vnd vuv xaf xof xpf yer".split(
    " ",
  );
const WRITTEN_IN_THOUSANDTHS = "bhd jod kwd lyd omr tnd".split(" ");

/** Digits after the point of a currency: 2 for USD, none for VND. */
export function minorDigits(currency: string): number {
  const code = currency.toLowerCase();
  if (WRITTEN_WHOLE.includes(code)) return 0;
  return WRITTEN_IN_THOUSANDTHS.includes(code) ? 3 : 2;
}

/** An amount as a number that spreadsheets add up: 12.5 for 1250 of "usd". @param minor in minor units */
export const inUnits = (minor: number, currency: string): number => minor / 10 ** minorDigits(currency);

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
  const written = minorDigits(currency);
  const shown = digits > written && minor % unit !== 0 ? digits : written;
  const format = new Intl.NumberFormat(tag, { style: "currency", currency, minimumFractionDigits: shown, maximumFractionDigits: shown });
  const parts = format.formatToParts(minor / unit);
  // Among Arabic letters the sign of a currency would part from its letters: US$ would read $US.
  const [open, close] = tag.startsWith("ar") ? ISOLATED : ["", ""];
  return parts.map(({ type, value }) => (type === "currency" ? `${open}${value}${close}` : value)).join("");
}

import { type Locale, localeDirection, localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";
import { drawable } from "./letters";

// What every document looks like.

export const INK = "#1c2b27";
export const SOFT = "#4d5f5a";
export const LINE = "#d5dedb";
export const BRAND = "#0b6b53";

/** An amount. On a page that is read from the right a sign behind letters, as in US$, would go before them: there the currency's code stands. */
export function drawnMoney(locale: Locale, minor: number, currency: string, digits?: number): string {
  const text = drawable(formatMoney(localeTag(locale), minor, currency, digits));
  return localeDirection(locale) === "rtl" ? text.replace(/\p{Script=Latin}{1,3}\p{Sc}/u, currency) : text;
}

const RIGHT_TO_LEFT = /^[^\p{L}]*[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** How a page is set in its reader's language. A page does not hand its direction down: each text and each row says its own. */
export function sheetOf(locale: Locale, fontFamily: string[]) {
  const direction = localeDirection(locale);
  const mirrored = direction === "rtl";
  const base = { direction, textAlign: mirrored ? ("right" as const) : ("left" as const) };
  return {
    mirrored,
    row: { flexDirection: mirrored ? ("row-reverse" as const) : ("row" as const) },
    look: <Style extends object>(style?: Style) => ({ ...base, ...style }),
    /** Of what people wrote: it reads as its own letters do, and stands where the page begins. */
    written: <Style extends object>(text: string, style?: Style) => ({
      ...base,
      direction: RIGHT_TO_LEFT.test(text) ? ("rtl" as const) : ("ltr" as const),
      ...style,
    }),
    // The Chinese typeface draws smaller than the others at the same size.
    size: { fontFamily, fontSize: locale === "cn" ? 12 : 10.5 },
  };
}
export type Sheet = ReturnType<typeof sheetOf>;

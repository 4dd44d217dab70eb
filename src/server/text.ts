import { createTranslator } from "use-intl/core";
import ar from "#messages/ar.json";
import cn from "#messages/cn.json";
import en from "#messages/en.json";
import fr from "#messages/fr.json";
import vi from "#messages/vi.json";
import { type Locale, localeTag } from "@/lib/locales";
import { formatMoney } from "@/lib/money";

/** Texts that the server itself writes: error messages now, mails and documents with their features. */
const CATALOGUES = { en, fr, vi, cn, ar } as Record<Locale, typeof en>;

type Translate = (key: string, values?: Record<string, string | number>) => string;

const translators = new Map<Locale, Translate>();

export function serverText(locale: Locale, key: string, values?: Record<string, string | number>): string {
  let translate = translators.get(locale);
  if (!translate) {
    translate = createTranslator({ locale: localeTag(locale) as Locale, messages: CATALOGUES[locale] }) as unknown as Translate;
    translators.set(locale, translate);
  }
  return translate(key, values);
}

type Values = Record<string, string | number>;

/**
 * Instants travel as `…At`, and are told in the reader's way, in UTC where no `timeZone` is known; days of a calendar as `…Day`; money as
 * `…Amount`, in minor units before its currency, and where those are not the usual ones with how many of its digits are parts: "1250 usd 2".
 */
export function readableValues(locale: Locale, values: Values): Values {
  const timeZone = typeof values.timeZone === "string" && values.timeZone ? values.timeZone : "UTC";
  const format = new Intl.DateTimeFormat(localeTag(locale), { timeZone, dateStyle: "long", timeStyle: "short" });
  const day = new Intl.DateTimeFormat(localeTag(locale), { dateStyle: "long", timeZone: "UTC" });
  const zone = timeZone === "UTC" ? " UTC" : "";
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (name.endsWith("At")) return [name, `${format.format(new Date(value))}${zone}`];
      if (name.endsWith("Day")) return [name, day.format(new Date(`${value}T00:00:00Z`))];
      return [name, name.endsWith("Amount") ? money(String(value), locale) : value];
    }),
  );
}

function money(value: string, locale: Locale): string {
  const [minor = "0", currency = "usd", digits] = value.split(" ");
  return formatMoney(localeTag(locale), Number(minor), currency, digits === undefined ? undefined : Number(digits));
}

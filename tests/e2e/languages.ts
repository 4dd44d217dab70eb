import { createTranslator } from "use-intl/core";
import ar from "#messages/ar.json" with { type: "json" };
import en from "#messages/en.json" with { type: "json" };
import { type Locale, localeTag } from "@/lib/locales";

export type Texts = typeof en;

/** The languages that are walked through from end to end: one from left to right, one from right to left. */
export const TEXTS = { en, ar: ar as Texts } satisfies Partial<Record<Locale, Texts>>;
export type TestedLocale = keyof typeof TEXTS;
const BOTH = Object.entries(TEXTS) as [TestedLocale, Texts][];

/**
 * Stories that are told in each of them. Whatever goes wrong in English goes wrong in Arabic, too, and the other tests speak English; so the
 * second telling is for whoever asks with EVERY_LOOK, and takes half as long again.
 */
export const LANGUAGES = process.env.EVERY_LOOK ? BOTH : BOTH.filter(([locale]) => locale === "ar");

/** A message whose words depend on its values, as it is read. */
export function sentence(locale: TestedLocale, key: string, values: Record<string, string | number>): string {
  const translate = createTranslator({ locale: localeTag(locale), messages: TEXTS[locale] });
  return (translate as unknown as (key: string, values: Record<string, string | number>) => string)(key, values);
}

/** The words of the link within a sentence. */
export const linkWords = (sentence: string): string => sentence.match(/<link>(.+)<\/link>/)?.[1] ?? "";

/** Digits as an Arabic keyboard types them. */
export const easternDigits = (text: string): string => text.replaceAll(/\d/g, (digit) => "٠١٢٣٤٥٦٧٨٩"[Number(digit)] ?? "");

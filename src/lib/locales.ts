/** The interface languages of the specification (point 9), in menu order. */
export const LOCALES = ["en", "fr", "vi", "cn", "ar"] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = "en";

/** Where the chosen language is kept: this key in local storage, and the same name as a cookie for the server. */
export const LOCALE_KEY = "i18nextLng";

/** BCP 47 tags for `Intl` and `<html lang>`: the specification's "cn" is zh-CN and its Arabic is Sudan's. */
const TAGS: Record<Locale, string> = { en: "en-GB", fr: "fr-FR", vi: "vi-VN", cn: "zh-CN", ar: "ar-SD" };

/** Each language's name in itself. */
export const LOCALE_NAMES: Record<Locale, string> = {
  en: "English",
  fr: "Français",
  vi: "Tiếng Việt",
  cn: "简体中文",
  ar: "العربية",
};

export type Direction = "ltr" | "rtl";

/** One value for each language. */
export const byLocale = <T>(of: (locale: Locale) => T): Record<Locale, T> =>
  Object.fromEntries(LOCALES.map((locale) => [locale, of(locale)])) as Record<Locale, T>;

export const isLocale = (value: unknown): value is Locale => LOCALES.includes(value as Locale);
export const localeTag = (locale: Locale): string => TAGS[locale];
/** The language of a tag; English for a tag that is none of ours. */
export const localeOfTag = (tag: string): Locale => LOCALES.find((locale) => TAGS[locale] === tag) ?? DEFAULT_LOCALE;
export const localeDirection = (locale: Locale): Direction => (locale === "ar" ? "rtl" : "ltr");

/**
 * The interface language that fits an Accept-Language header (RFC 9110, 12.5.4): the known language with the
 * highest weight, the earlier one among equals; English where none is known. "zh" in any form reads "cn".
 */
export function negotiateLocale(acceptLanguage: string | undefined): Locale {
  let best: { locale: Locale; weight: number } | undefined;
  for (const part of (acceptLanguage ?? "").slice(0, 500).split(",")) {
    const [tag = "", ...parameters] = part
      .toLowerCase()
      .split(";")
      .map((piece) => piece.trim());
    const quality = parameters.find((p) => p.startsWith("q="));
    const weight = quality ? Number(quality.slice(2)) : 1;
    const primary = tag.split("-")[0];
    const locale = primary === "zh" ? "cn" : primary;
    if (!isLocale(locale) || !(weight > 0)) continue;
    if (!best || weight > best.weight) best = { locale, weight };
  }
  return best?.locale ?? DEFAULT_LOCALE;
}

/** A text in every interface language, as the content tables keep it. */
export type LocalizedText = Record<Locale, string>;
export type LocalizedList = Record<Locale, string[]>;

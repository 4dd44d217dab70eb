import { isLocale, LOCALES, type Locale, type LocalizedText } from "./locales";

export const EMPTY_TEXT: LocalizedText = { en: "", fr: "", vi: "", cn: "", ar: "" };

/** Languages in which something is still to be written that stands there in English. */
export const untranslated = (texts: readonly LocalizedText[]): Locale[] =>
  LOCALES.filter((locale) => texts.some((text) => text.en.trim() !== "" && text[locale].trim() === ""));

/** Languages that an object names as keys, at whatever depth, where something stands: the errors of a form's texts. */
export function languagesIn(tree: unknown): Locale[] {
  if (typeof tree !== "object" || tree === null || "message" in tree) return [];
  const named = Object.entries(tree).flatMap(([key, value]) => (value && isLocale(key) ? [key] : languagesIn(value)));
  return LOCALES.filter((locale) => named.includes(locale));
}

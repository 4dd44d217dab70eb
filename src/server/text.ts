import { createTranslator } from "use-intl/core";
import ar from "#messages/ar.json";
import cn from "#messages/cn.json";
import en from "#messages/en.json";
import fr from "#messages/fr.json";
import vi from "#messages/vi.json";
import { type Locale, localeTag } from "@/lib/locales";

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

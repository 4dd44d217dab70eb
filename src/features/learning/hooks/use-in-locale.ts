"use client";

import { useLanguage } from "@/i18n/use-language";
import type { LocalizedText } from "@/lib/locales";

/** A text in the reader's language, or in English where nobody has written it yet. */
export function useInLocale(): (text: LocalizedText) => string {
  const language = useLanguage();
  return (text) => text[language] || text.en;
}

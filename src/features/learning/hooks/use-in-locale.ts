"use client";

import { useLocale } from "next-intl";
import type { LocalizedText } from "@/lib/locales";

/** A text in the reader's language, or in English where nobody has written it yet. */
export function useInLocale(): (text: LocalizedText) => string {
  const locale = useLocale();
  return (text) => text[locale] || text.en;
}

"use client";

import { useLocale } from "next-intl";
import { type Locale, localeOfTag } from "@/lib/locales";

/** The interface language; what next-intl calls its locale is the language's tag. */
export const useLanguage = (): Locale => localeOfTag(useLocale());

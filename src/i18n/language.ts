"use client";

import { isLocale, LOCALE_KEY, type Locale } from "@/lib/locales";

const YEAR = 365 * 86_400;

function store(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = `${LOCALE_KEY}=${locale}; path=/; max-age=${YEAR}; samesite=lax`;
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // The cookie alone serves the server; local storage is where the specification keeps it.
  }
}

/** Changes the language: the same address answers in it from now on. */
export function chooseLanguage(locale: Locale): void {
  store(locale);
  window.location.reload();
}

/** Remembers the language of a first visit, and brings back one whose cookie was lost. */
export function keepLanguage(current: Locale): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(LOCALE_KEY);
  } catch {
    // Nothing kept.
  }
  const hasCookie = document.cookie.includes(`${LOCALE_KEY}=`);
  if (!hasCookie && isLocale(kept) && kept !== current) chooseLanguage(kept);
  else if (!hasCookie || kept !== current) store(current);
}

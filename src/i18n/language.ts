"use client";

import { deviceCookie } from "@/lib/device-cookie";
import { isLocale, LOCALE_KEY, type Locale } from "@/lib/locales";

const YEAR = 365 * 86_400;
/** The language for whose sake this tab has loaded itself anew: it does so once for each. */
const RELOADED = "parley-reloaded-in";

function store(locale: Locale): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Safari and Firefox
  document.cookie = deviceCookie(LOCALE_KEY, locale, YEAR, location.protocol);
  try {
    localStorage.setItem(LOCALE_KEY, locale);
  } catch {
    // The cookie alone serves the server; local storage is where the specification keeps it.
  }
}

const cookieNow = (): string | undefined =>
  document.cookie
    .split("; ")
    .find((one) => one.startsWith(`${LOCALE_KEY}=`))
    ?.slice(LOCALE_KEY.length + 1);

/** Changes the language: the same address answers in it from now on. */
export function chooseLanguage(locale: Locale): void {
  store(locale);
  window.location.reload();
}

/** Remembers the language of a first visit, and goes to the one that was chosen where this page came without its cookie. */
export function keepLanguage(current: Locale): void {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(LOCALE_KEY);
  } catch {
    // Nothing kept.
  }
  if (!isLocale(kept)) {
    store(current);
    return;
  }
  const cookie = cookieNow();
  // The cookie agrees with what is kept: it was lost when this page was asked for, and another one brought it back meanwhile.
  const wanted = cookie === undefined || cookie === kept ? kept : current;
  if (cookie !== wanted || kept !== wanted) store(wanted);
  if (wanted === current) forgetReload();
  // Where no cookie can be set the server would answer the same again, for ever; and so would a copy that is kept for a lost network.
  else if (cookieNow() === wanted && !reloadedIn(wanted)) window.location.reload();
}

/** Notes it. @returns whether that was so before, or cannot be known */
function reloadedIn(locale: Locale): boolean {
  try {
    const before = sessionStorage.getItem(RELOADED);
    sessionStorage.setItem(RELOADED, locale);
    return before === locale;
  } catch {
    return true;
  }
}

function forgetReload(): void {
  try {
    sessionStorage.removeItem(RELOADED);
  } catch {
    // Nothing was noted.
  }
}

"use client";

import { NextIntlClientProvider } from "next-intl";
import { type ReactNode, use } from "react";
import type messages from "#messages/en.json";
import { type Locale, localeTag } from "@/lib/locales";

type Messages = typeof messages;

/** Each language is a file of its own that browsers keep: within the pages it would come with every one of them. */
const CATALOGUES: Record<Locale, () => Promise<{ default: unknown }>> = {
  en: () => import("#messages/en.json"),
  fr: () => import("#messages/fr.json"),
  vi: () => import("#messages/vi.json"),
  cn: () => import("#messages/cn.json"),
  ar: () => import("#messages/ar.json"),
};

const loading = new Map<Locale, Promise<Messages>>();
/** Before it is asked for again, in milliseconds: a page whose words have not come stands as the server drew it. */
const RETRIES_MS = [500, 2000, 5000, 10_000, 20_000];

async function load(locale: Locale): Promise<Messages> {
  for (const pause of RETRIES_MS) {
    try {
      return (await CATALOGUES[locale]()).default as Messages;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
  return (await CATALOGUES[locale]()).default as Messages;
}

function catalogue(locale: Locale): Promise<Messages> {
  const known = loading.get(locale) ?? load(locale);
  loading.set(locale, known);
  known.catch(() => loading.delete(locale));
  return known;
}

/** The words for everything below it. What the server drew stands as it is until they have come. */
export function MessagesProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  return (
    // The tag, so that numbers within sentences are written like all others.
    <NextIntlClientProvider locale={localeTag(locale)} messages={use(catalogue(locale))} timeZone="UTC">
      {children}
    </NextIntlClientProvider>
  );
}

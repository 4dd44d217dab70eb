import type { Metadata } from "next";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type messages from "#messages/en.json";
import type { Locale } from "@/lib/locales";

export interface PageProps {
  params: Promise<{ locale: Locale }>;
}

type Titles = keyof (typeof messages)["titles"];

/** What every page does first: says its language, so that Next can build it as a static document. */
export async function staticLocale({ params }: PageProps): Promise<Locale> {
  const { locale } = await params;
  setRequestLocale(locale);
  return locale;
}

/** A page's title in its language. */
export const titled =
  (title: Titles) =>
  async ({ params }: PageProps): Promise<Metadata> => {
    const { locale } = await params;
    const t = await getTranslations({ locale, namespace: "titles" });
    return { title: t(title) };
  };

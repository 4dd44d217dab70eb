import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { hasLocale } from "next-intl";
import { getTranslations, setRequestLocale } from "next-intl/server";
import type { ReactNode } from "react";
import { MessagesProvider } from "@/i18n/messages-provider";
import { LOCALES, localeDirection, localeTag } from "@/lib/locales";
import { EARLY_SUBMITS_SCRIPT } from "@/ui/early-submits";
import { THEME_BOOT_SCRIPT } from "@/ui/theme/settings";
import { Providers } from "../providers";
import "../globals.css";

interface Props {
  children: ReactNode;
  params: Promise<{ locale: string }>;
}

export const dynamicParams = false;
export const generateStaticParams = () => LOCALES.map((locale) => ({ locale }));

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { locale } = await params;
  if (!hasLocale(LOCALES, locale)) return {};
  const t = await getTranslations({ locale, namespace: "meta" });
  return {
    title: { default: t("title"), template: `%s · Parley` },
    description: t("description"),
    applicationName: "Parley",
    manifest: "/manifest.webmanifest",
    appleWebApp: { capable: true, title: "Parley" },
  };
}

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#ffffff" },
    { media: "(prefers-color-scheme: dark)", color: "#16201d" },
  ],
};

/** One static document per language; the address never tells which. */
export default async function LocaleLayout({ children, params }: Props) {
  const { locale } = await params;
  if (!hasLocale(LOCALES, locale)) notFound();
  setRequestLocale(locale);
  return (
    <html lang={localeTag(locale)} dir={localeDirection(locale)} data-scroll-behavior="smooth" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: constants of ours that must run before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: `${THEME_BOOT_SCRIPT};${EARLY_SUBMITS_SCRIPT}` }} />
      </head>
      <body>
        <MessagesProvider locale={locale}>
          <Providers>{children}</Providers>
        </MessagesProvider>
      </body>
    </html>
  );
}

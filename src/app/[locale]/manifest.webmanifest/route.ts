import type { MetadataRoute } from "next";
import { getTranslations } from "next-intl/server";
import { LOCALES, type Locale, localeDirection, localeTag } from "@/lib/locales";

export const dynamic = "force-static";
export const dynamicParams = false;
export const generateStaticParams = () => LOCALES.map((locale) => ({ locale }));

/** What puts Parley on a phone's home screen, in the reader's language; iPhones show pushes only of what stands there. */
export async function GET(_request: Request, { params }: { params: Promise<{ locale: string }> }): Promise<Response> {
  const locale = (await params).locale as Locale;
  const t = await getTranslations({ locale, namespace: "meta" });
  const manifest = {
    id: "/dashboard",
    name: t("title"),
    short_name: "Parley",
    description: t("description"),
    lang: localeTag(locale),
    dir: localeDirection(locale),
    start_url: "/dashboard",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#006b4a",
    icons: [
      { src: "/push-icon.png", sizes: "192x192", type: "image/png" },
      { src: "/app-icon.png", sizes: "512x512", type: "image/png" },
      { src: "/app-icon-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
    ],
  } satisfies MetadataRoute.Manifest;
  return new Response(JSON.stringify(manifest), { headers: { "content-type": "application/manifest+json" } });
}

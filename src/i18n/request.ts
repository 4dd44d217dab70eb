import { getRequestConfig } from "next-intl/server";
import { DEFAULT_LOCALE, isLocale, localeTag } from "@/lib/locales";

/** Which messages a static page is built with: those of its `[locale]` segment. */
export default getRequestConfig(async ({ requestLocale }) => {
  const requested = await requestLocale;
  const locale = isLocale(requested) ? requested : DEFAULT_LOCALE;
  return {
    // The tag, so that numbers within sentences are written like all others.
    locale: localeTag(locale),
    messages: (await import(`../../messages/${locale}.json`)).default,
    timeZone: "UTC",
  };
});

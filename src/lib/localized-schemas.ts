import { z } from "zod";
import { byLocale, LOCALES, type Locale } from "./locales";

/** A text by language, as it is told: empty where nobody has written it. */
export const textDto = z.object(byLocale(() => z.string()));

/** A text that is needed in every language: it stands in menus, beside others. */
export const inEveryLanguage = (max: number) => z.strictObject(byLocale(() => z.string().trim().min(1).max(max)));

/** A text by language: English at least, the others empty until somebody has written them. */
export const translated = (max: number) =>
  z.strictObject(
    Object.fromEntries(
      LOCALES.map((locale) => [
        locale,
        z
          .string()
          .trim()
          .min(locale === "en" ? 1 : 0)
          .max(max),
      ]),
    ) as Record<Locale, z.ZodString>,
  );

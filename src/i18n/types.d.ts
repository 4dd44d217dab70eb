import type messages from "#messages/en.json";
import type { Locale } from "@/lib/locales";

// Message keys are checked by the compiler: a key that English lacks does not build.
declare module "next-intl" {
  interface AppConfig {
    Locale: Locale;
    Messages: typeof messages;
  }
}

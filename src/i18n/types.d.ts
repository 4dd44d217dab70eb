import type messages from "#messages/en.json";

// Message keys are checked by the compiler: a key that English lacks does not build.
declare module "next-intl" {
  interface AppConfig {
    Messages: typeof messages;
  }
}

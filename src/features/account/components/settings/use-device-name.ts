"use client";

import { useTranslations } from "next-intl";

/** What a device is called, as far as it names itself. */
export function useDeviceName(): (device: { browser: string; system: string }) => string {
  const t = useTranslations("account.devices");
  return ({ browser, system }) => (browser && system ? t("device", { browser, system }) : browser || system || t("unknown"));
}

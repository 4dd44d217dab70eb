"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { CheckIcon, LanguageIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { chooseLanguage, keepLanguage } from "@/i18n/language";
import { useLanguage } from "@/i18n/use-language";
import { LOCALE_NAMES, LOCALES, localeTag } from "@/lib/locales";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { MenuChoice } from "@/ui/menu-choice";

export function LanguageMenu() {
  const t = useTranslations("shell");
  const locale = useLanguage();
  useEffect(() => keepLanguage(locale), [locale]);
  return (
    <Menu>
      <MenuButton className={MENU_BUTTON} aria-label={t("language")} title={t("language")}>
        <LanguageIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {LOCALES.map((option) => (
          <MenuItem key={option}>
            <MenuChoice chosen={option === locale} lang={localeTag(option)} className={MENU_ITEM} onClick={() => chooseLanguage(option)}>
              <span className="grow text-start">{LOCALE_NAMES[option]}</span>
              {option === locale ? <CheckIcon className="size-5 text-primary-text" /> : null}
            </MenuChoice>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

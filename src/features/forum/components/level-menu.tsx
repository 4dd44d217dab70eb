"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { BellAlertIcon, BellIcon, BellSlashIcon, CheckIcon, EyeIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { WATCH_LEVELS, type WatchLevel } from "@/lib/enums/forum";
import { MENU_PANEL } from "@/ui/menu";
import { MenuChoice } from "@/ui/menu-choice";

const LEVEL_ICONS: Record<WatchLevel, ComponentType<{ className?: string }>> = {
  watch: BellAlertIcon,
  track: EyeIcon,
  normal: BellIcon,
  mute: BellSlashIcon,
};

/** How closely somebody follows a topic or a room, and what each choice means. */
export function LevelMenu({ of, level, onChoose }: { of: "topic" | "room"; level: WatchLevel; onChoose: (level: WatchLevel) => void }) {
  const t = useTranslations("forum.levels");
  const Icon = LEVEL_ICONS[level];
  return (
    <Menu>
      <MenuButton
        aria-label={t("label", { level: t(`${level}.name`) })}
        className="inline-flex min-h-9 items-center gap-2 rounded-box border border-line-strong/60 bg-surface px-3 text-sm font-semibold whitespace-nowrap hover:border-line-strong hover:bg-sunken [&_svg]:size-4"
      >
        <Icon />
        {t(`${level}.name`)}
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={clsx(MENU_PANEL, "w-72")}>
        {WATCH_LEVELS.map((one) => {
          const LevelIcon = LEVEL_ICONS[one];
          return (
            <MenuItem key={one}>
              <MenuChoice
                chosen={one === level}
                onClick={() => onChoose(one)}
                className="flex w-full items-start gap-3 rounded-box px-3 py-2 text-start data-focus:bg-sunken"
              >
                <LevelIcon className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
                <span className="grow">
                  <span className="block font-medium">{t(`${one}.name`)}</span>
                  <span className="block text-sm text-ink-soft">{t(`${one}.${of}`)}</span>
                </span>
                {one === level ? <CheckIcon className="mt-0.5 size-5 shrink-0 text-primary-text" /> : null}
              </MenuChoice>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

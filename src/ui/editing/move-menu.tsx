"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowDownIcon, ArrowsUpDownIcon, ArrowUpIcon, ChevronDoubleDownIcon, ChevronDoubleUpIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { MOVES, type Move } from "@/lib/enums/service";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";

const ICONS: Record<Move, typeof ArrowUpIcon> = {
  up: ArrowUpIcon,
  down: ArrowDownIcon,
  first: ChevronDoubleUpIcon,
  last: ChevronDoubleDownIcon,
};

/** Where a row of an ordered list may go. @param onMove calls what it is given once the list stands in its new order */
export function MoveMenu({ name, onMove }: { name: string; onMove: (to: Move, then: () => void) => void }) {
  const t = useTranslations("editing.move");
  const id = useId();
  // A row that changes its place in the page loses the focus.
  const keepFocus = () => document.getElementById(id)?.focus();
  return (
    <Menu>
      <MenuButton id={id} className={MENU_BUTTON} aria-label={t("label", { name })} title={t("title")}>
        <ArrowsUpDownIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {MOVES.map((to) => {
          const Icon = ICONS[to];
          return (
            <MenuItem key={to}>
              <button type="button" className={MENU_ITEM} onClick={() => onMove(to, keepFocus)}>
                <Icon />
                {t(to)}
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowRightIcon, ArrowsRightLeftIcon, NoSymbolIcon, PauseIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import type { SlabState } from "@/lib/enums/trades-stock";
import { Button } from "@/ui/button";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import type { Workspace } from "../../components/workspace-frame";
import { manages } from "../../rules";
import type { MovedSlab } from "../hooks/use-moving-slab";
import { movesOf } from "../rules";

const ICONS: Partial<Record<SlabState, ComponentType<{ className?: string }>>> = { quarantined: PauseIcon, scrapped: NoSymbolIcon };

interface SlabMovesProps {
  workspace: Workspace;
  slab: MovedSlab;
  onMove: (to: SlabState) => void;
  /** A button with words, where there is room for one. */
  wide?: boolean;
}

/** Where a slab can be moved by hand, by those who manage the workspace. */
export function SlabMoves({ workspace, slab, onMove, wide = false }: SlabMovesProps) {
  const t = useTranslations("trades.slabs");
  const acts = useTranslations("trades.slabs.acts");
  const moves = manages(workspace.role) ? movesOf(slab.state) : [];
  if (moves.length === 0) return null;
  const actOf = (to: SlabState) => {
    if (to === "available") return acts(slab.state === "ordered" ? "receive" : "free");
    return acts(to === "quarantined" ? "quarantine" : "scrap");
  };
  const label = t("moveLabel", { serial: slab.serial });
  return (
    <Menu>
      {wide ? (
        <MenuButton as={Button} look="outline" icon={<ArrowsRightLeftIcon className="size-5" />}>
          {t("move")}
        </MenuButton>
      ) : (
        <MenuButton className={`${MENU_BUTTON} -my-2 -me-2 shrink-0`} aria-label={label} title={label}>
          <ArrowsRightLeftIcon />
        </MenuButton>
      )}
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {moves.map((to) => {
          const Icon = ICONS[to] ?? ArrowRightIcon;
          return (
            <MenuItem key={to}>
              <button type="button" className={MENU_ITEM} onClick={() => onMove(to)}>
                <Icon className="rtl:-scale-x-100" />
                {actOf(to)}
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

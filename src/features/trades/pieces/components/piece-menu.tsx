"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowPathIcon, ArrowUturnLeftIcon, EllipsisVerticalIcon, NoSymbolIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import type { PieceState, PieceTurn } from "@/lib/enums/trades-quotes";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import type { PieceDto } from "../dto";
import { usePieceName } from "../hooks/use-piece-name";
import { mayEdit, movesOf, turnOf } from "../rules";

const ICONS: Record<PieceTurn, ComponentType<{ className?: string }>> = {
  drop: NoSymbolIcon,
  restore: ArrowUturnLeftIcon,
  recut: ArrowPathIcon,
};

interface PieceMenuProps {
  piece: PieceDto;
  onEdit: () => void;
  onMove: (to: PieceState) => void;
}

/** What those who manage the workspace can do with a piece; nothing while a plan holds it. */
export function PieceMenu({ piece, onEdit, onMove }: PieceMenuProps) {
  const t = useTranslations("trades.pieces");
  const nameOf = usePieceName();
  const moves = movesOf(piece.state);
  if (moves.length === 0) return null;
  return (
    <Menu>
      <MenuButton className={`${MENU_BUTTON} -me-2 shrink-0`} aria-label={t("menu", { name: nameOf(piece) })}>
        <EllipsisVerticalIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {mayEdit(piece.state) ? (
          <MenuItem>
            <button type="button" className={MENU_ITEM} onClick={onEdit}>
              <PencilSquareIcon />
              {t("edit")}
            </button>
          </MenuItem>
        ) : null}
        {moves.map((to) => {
          const turn = turnOf(piece.state, to);
          const Icon = ICONS[turn];
          return (
            <MenuItem key={to}>
              <button type="button" className={MENU_ITEM} onClick={() => onMove(to)}>
                <Icon className="rtl:-scale-x-100" />
                {t(`acts.${turn}`)}
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

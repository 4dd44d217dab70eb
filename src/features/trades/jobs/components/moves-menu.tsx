"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowRightIcon, ArrowsRightLeftIcon, ArrowUturnLeftIcon, NoSymbolIcon, PauseIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ComponentType, useLayoutEffect, useRef } from "react";
import { useFormat } from "@/i18n/use-format";
import type { JobState } from "@/lib/enums/trades";
import { Button } from "@/ui/button";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { takeFocusAlong } from "@/ui/pass-focus-on";
import type { Workspace } from "../../components/workspace-frame";
import { useJobWords } from "../hooks/use-job-words";
import type { MovedJob } from "../hooks/use-moving";
import { type Direction, directionOf, isRework, movesOf } from "../rules";

const ICONS: Record<Direction, ComponentType<{ className?: string }>> = {
  on: ArrowRightIcon,
  back: ArrowUturnLeftIcon,
  hold: PauseIcon,
  end: NoSymbolIcon,
};

interface MovesMenuProps {
  workspace: Workspace;
  job: MovedJob;
  onMove: (to: JobState) => void;
  /** A button with words, where there is room for one. */
  wide?: boolean;
}

/** Where a job can be moved: what the board does with a pointer, by keyboard and on a phone. */
export function MovesMenu({ workspace, job, onMove, wide = false }: MovesMenuProps) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const wordOf = useJobWords(workspace.uid);
  const moves = movesOf(job, workspace.role);
  const button = useRef<HTMLButtonElement>(null);
  // On the board its card goes to another column. Headless takes no ref that gives back what is to be done at the end.
  useLayoutEffect(() => takeFocusAlong(button.current), []);
  if (moves.length === 0) return null;
  const label = t("moveLabel", { number: format.reference(job.number) });
  return (
    <Menu>
      {wide ? (
        <MenuButton as={Button} icon={<ArrowsRightLeftIcon className="size-5" />}>
          {t("move")}
        </MenuButton>
      ) : (
        <MenuButton id={`moves-${job.uid}`} ref={button} className={`${MENU_BUTTON} -my-2 -me-2 shrink-0`} aria-label={label} title={label}>
          <ArrowsRightLeftIcon />
        </MenuButton>
      )}
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {moves.map((to) => {
          const direction = directionOf(job.state, to);
          const Icon = ICONS[direction];
          return (
            <MenuItem key={to}>
              <button type="button" className={MENU_ITEM} onClick={() => onMove(to)}>
                <Icon className="rtl:-scale-x-100" />
                {isRework(job.state, to) ? t("rework") : wordOf(to)}
              </button>
            </MenuItem>
          );
        })}
      </MenuItems>
    </Menu>
  );
}

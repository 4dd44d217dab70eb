"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import {
  CheckIcon,
  FaceSmileIcon,
  HandRaisedIcon,
  HandThumbUpIcon,
  HeartIcon,
  LightBulbIcon,
  TrophyIcon,
} from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ComponentType } from "react";
import { useFormat } from "@/i18n/use-format";
import { REACTIONS, type Reaction } from "@/lib/enums/forum";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { MenuChoice } from "@/ui/menu-choice";
import type { PostDto } from "../dto";

const ICONS: Record<Reaction, ComponentType<{ className?: string }>> = {
  like: HandThumbUpIcon,
  thanks: HeartIcon,
  insightful: LightBulbIcon,
  celebrate: TrophyIcon,
  same_here: HandRaisedIcon,
};

interface ReactionsProps {
  reactions: PostDto["reactions"];
  onReact: (reaction: Reaction, on: boolean) => void;
}

/** All that can be said without words, in one line of a message's menu: a phone has no room for it beside the message. */
export function ReactionRow({ reactions, onReact }: ReactionsProps) {
  const t = useTranslations("forum.reactions");
  return (
    <div className="mb-1.5 flex justify-between border-b border-line pb-1.5">
      {REACTIONS.map((reaction) => {
        const Icon = ICONS[reaction];
        const mine = reactions.some((one) => one.reaction === reaction && one.mine);
        return (
          <MenuItem key={reaction}>
            <MenuChoice
              several
              chosen={mine}
              aria-label={t(`names.${reaction}`)}
              title={t(`names.${reaction}`)}
              className={clsx(
                "grid size-11 place-items-center rounded-full data-focus:bg-sunken [&_svg]:size-5",
                mine && "text-primary-text ring-2 ring-primary ring-inset",
              )}
              onClick={() => onReact(reaction, !mine)}
            >
              <Icon />
            </MenuChoice>
          </MenuItem>
        );
      })}
    </div>
  );
}

const CHIP = "inline-flex min-h-8 items-center gap-1.5 rounded-full border px-2.5 text-sm font-medium [&_svg]:size-4";

/** What has been said of a message without words. @param onReact missing where nothing can be said: of one's own message, or in a locked topic */
export function Reactions({
  reactions,
  onReact,
}: {
  reactions: PostDto["reactions"];
  onReact: ((reaction: Reaction, on: boolean) => void) | undefined;
}) {
  const t = useTranslations("forum.reactions");
  const format = useFormat();
  return (
    <>
      {reactions.map(({ reaction, count, mine }) => {
        const Icon = ICONS[reaction];
        const words = t("count", { reaction: t(`names.${reaction}`), count });
        const inside = (
          <>
            <Icon />
            <span aria-hidden="true" className="tabular">
              {format.number(count)}
            </span>
            <span className="sr-only">{words}</span>
          </>
        );
        const looks = clsx(CHIP, mine ? "border-primary bg-primary-soft text-primary-text" : "border-line text-ink-soft");
        return onReact ? (
          <button
            key={reaction}
            type="button"
            title={words}
            aria-pressed={mine}
            onClick={() => onReact(reaction, !mine)}
            className={clsx(looks, "hover:border-line-strong")}
          >
            {inside}
          </button>
        ) : (
          <span key={reaction} title={words} className={looks}>
            {inside}
          </span>
        );
      })}
      {onReact ? (
        <Menu>
          <MenuButton
            aria-label={t("add")}
            title={t("add")}
            className="grid size-9 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink data-open:bg-sunken [&_svg]:size-5"
          >
            <FaceSmileIcon />
          </MenuButton>
          <MenuItems anchor="bottom start" transition className={clsx(MENU_PANEL, "w-52")}>
            {REACTIONS.map((reaction) => {
              const Icon = ICONS[reaction];
              const mine = reactions.some((one) => one.reaction === reaction && one.mine);
              return (
                <MenuItem key={reaction}>
                  <MenuChoice
                    several
                    chosen={mine}
                    className={clsx(MENU_ITEM, mine && "text-primary-text")}
                    onClick={() => onReact(reaction, !mine)}
                  >
                    <Icon />
                    {t(`names.${reaction}`)}
                    {mine ? <CheckIcon className="ms-auto" /> : null}
                  </MenuChoice>
                </MenuItem>
              );
            })}
          </MenuItems>
        </Menu>
      ) : null}
    </>
  );
}

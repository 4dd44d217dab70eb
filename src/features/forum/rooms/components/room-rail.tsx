"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { BellSlashIcon, ChevronDownIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { CountBadge } from "@/ui/count-badge";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { FORUM, roomHref } from "../../hrefs";
import type { RoomDto } from "../dto";

interface RoomsProps {
  rooms: RoomDto[];
  /** The room that is shown; null for all of them. */
  current: string | null;
}

function useRows({ rooms, current }: RoomsProps) {
  const t = useTranslations("forum.rooms");
  const total = rooms.reduce((sum, { level, unread }) => sum + (level === "mute" ? 0 : unread), 0);
  return [
    { uid: "", href: FORUM, name: t("all"), unread: total, muted: false, shown: current === null },
    ...rooms.map(({ uid, slug, name, unread, level }) => ({
      uid,
      href: roomHref(slug),
      name,
      unread: level === "mute" ? 0 : unread,
      muted: level === "mute",
      shown: current === uid,
    })),
  ];
}

/** The rooms beside the list, on a wide screen. */
export function RoomRail(props: RoomsProps) {
  const t = useTranslations("forum.rooms");
  const format = useFormat();
  const rows = useRows(props);
  return (
    <nav aria-label={t("label")} className="sticky top-28 hidden max-h-[calc(100dvh-8rem)] self-start overflow-y-auto xl:block">
      <ul className="grid gap-0.5">
        {rows.map(({ uid, href, name, unread, muted, shown }) => (
          <li key={uid}>
            <Link
              href={href}
              aria-current={shown ? "page" : undefined}
              className={clsx(
                "flex min-h-10 items-center gap-2 rounded-box px-3 py-1.5 text-[0.95rem] transition-colors",
                shown ? "bg-primary-soft font-semibold text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
                unread > 0 && !shown && "font-semibold text-ink",
              )}
            >
              <span className="min-w-0 grow">{name}</span>
              {muted ? <BellSlashIcon className="size-4 shrink-0" /> : null}
              {muted ? <span className="sr-only">{t("muted")}</span> : null}
              <CountBadge count={unread} shown={format.number(unread)} label={t("unread", { count: unread })} />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The rooms behind one button, where there is no room for a rail. */
export function RoomMenu(props: RoomsProps) {
  const t = useTranslations("forum.rooms");
  const format = useFormat();
  const rows = useRows(props);
  const shown = rows.find((row) => row.shown);
  return (
    <Menu>
      <MenuButton className="mb-4 flex min-h-12 w-full items-center gap-3 rounded-box border border-line-strong/60 bg-surface px-4 text-start font-semibold hover:border-line-strong xl:hidden">
        <span className="sr-only">{format.labelled(t("label"), "")}</span>
        <span className="min-w-0 grow truncate">{shown?.name}</span>
        <ChevronDownIcon className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />
      </MenuButton>
      <MenuItems anchor="bottom start" transition className={clsx(MENU_PANEL, "max-h-96! w-(--button-width)")}>
        {rows.map((row) => (
          <MenuItem key={row.uid}>
            <Link
              href={row.href}
              aria-current={row.shown ? "page" : undefined}
              className={clsx(MENU_ITEM, row.shown && "text-primary-text")}
            >
              <span className="min-w-0 grow">{row.name}</span>
              {row.muted ? <BellSlashIcon /> : null}
              {row.muted ? <span className="sr-only">{t("muted")}</span> : null}
              <CountBadge count={row.unread} shown={format.number(row.unread)} label={t("unread", { count: row.unread })} />
            </Link>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

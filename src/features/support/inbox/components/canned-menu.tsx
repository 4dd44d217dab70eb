"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { BoltIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing, useWhyNothing } from "@/trpc/load-failed";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { REPLIES_PAGE } from "../../canned/hrefs";

/** Ready answers in the person's language, with their names filled in; a choice goes into the field and can be changed there. */
export function CannedMenu({ conversationId, onChoose }: { conversationId: string; onChoose: (text: string) => void }) {
  const t = useTranslations("support.inbox");
  const common = useTranslations("common");
  const whyNothing = useWhyNothing();
  const canned = trpc.support.inbox.canned.list.useQuery({ conversationId }, { staleTime: 5 * 60_000 });
  const rows = canned.data?.data ?? [];
  return (
    <Menu>
      <MenuButton
        aria-label={t("canned")}
        title={t("canned")}
        className="grid size-11 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink data-open:bg-sunken [&_svg]:size-6"
      >
        <BoltIcon />
      </MenuButton>
      <MenuItems anchor="top start" transition className={`${MENU_PANEL} max-h-80 overflow-y-auto`}>
        {rows.length === 0 ? <p className="px-3 py-2 text-ink-soft">{whyNothing(canned, t("cannedEmpty"))}</p> : null}
        {isMissing(canned) ? (
          <MenuItem>
            <button
              type="button"
              className={MENU_ITEM}
              onClick={(event) => {
                // What comes shows in this menu: it stays.
                event.preventDefault();
                void canned.refetch();
              }}
            >
              {common("retry")}
            </button>
          </MenuItem>
        ) : null}
        {rows.map(({ uid, title, text }) => (
          <MenuItem key={uid}>
            <button type="button" className={MENU_ITEM} onClick={() => onChoose(text)} dir="auto">
              {title}
            </button>
          </MenuItem>
        ))}
        <MenuItem>
          <Link href={REPLIES_PAGE} className={`${MENU_ITEM} mt-1.5 rounded-t-none border-t border-line text-primary-text!`}>
            <PencilSquareIcon />
            {t("cannedEdit")}
          </Link>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}

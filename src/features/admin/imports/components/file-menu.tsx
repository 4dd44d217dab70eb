"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowDownTrayIcon, ArrowsUpDownIcon, ArrowUpTrayIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { IMPORT_FORMATS, type ImportKind } from "@/lib/enums/imports";
import { Button } from "@/ui/button";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { useExport } from "../hooks/use-export";
import { importsHref } from "../hrefs";

/** The ways of some content into files and out of them, for the head of its page. */
export function FileMenu({ kind }: { kind: ImportKind }) {
  const t = useTranslations("admin.imports");
  const { save } = useExport(kind);
  return (
    <Menu>
      <MenuButton as={Button} look="outline" icon={<ArrowsUpDownIcon className="size-5" />}>
        {t("menu")}
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        <MenuItem>
          <Link href={importsHref(kind)} className={MENU_ITEM}>
            <ArrowUpTrayIcon />
            {t("import")}
          </Link>
        </MenuItem>
        {IMPORT_FORMATS.map((format) => (
          <MenuItem key={format}>
            <button type="button" className={MENU_ITEM} onClick={() => void save(format)}>
              <ArrowDownTrayIcon />
              {t(`export.${format}`)}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

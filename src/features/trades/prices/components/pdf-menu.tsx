"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale } from "@/lib/locales";
import { api } from "@/trpc/client";
import { useSaveFile } from "@/trpc/use-save-file";
import { Button } from "@/ui/button";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import type { Workspace } from "../../components/workspace-frame";
import type { PricesDto } from "../dto";

/** A version as a PDF to give away, in the language of whoever gets it. */
export function PdfMenu({ workspace, prices }: { workspace: Workspace; prices: PricesDto }) {
  const t = useTranslations("trades.prices");
  const format = useFormat();
  const { save, busy } = useSaveFile((language: Locale) =>
    api.trades.prices.pdf.query({ workspaceId: workspace.uid, uid: prices.uid, language }),
  );
  return (
    <Menu>
      <MenuButton
        as={Button}
        look="outline"
        disabled={prices.items.length === 0}
        busy={busy}
        icon={<ArrowDownTrayIcon className="size-5" />}
      >
        {t("pdf")}
      </MenuButton>
      <MenuItems anchor="bottom start" transition className={MENU_PANEL} aria-label={t("pdfLanguages")}>
        {LOCALES.map((language) => (
          <MenuItem key={language}>
            <button type="button" className={MENU_ITEM} onClick={() => void save(language)}>
              {format.language(language)}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

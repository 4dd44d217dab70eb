"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { LOCALES, type Locale } from "@/lib/locales";
import { api } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { saveFile } from "@/ui/save-file";
import type { Workspace } from "../../components/workspace-frame";
import type { PricesDto } from "../dto";

/** A version as a PDF to give away, in the language of whoever gets it. */
export function PdfMenu({ workspace, prices }: { workspace: Workspace; prices: PricesDto }) {
  const t = useTranslations("trades.prices");
  const showError = useErrorToast();
  const format = useFormat();
  const [making, setMaking] = useState(false);
  const download = async (language: Locale) => {
    setMaking(true);
    try {
      saveFile(await api.trades.prices.pdf.query({ workspaceId: workspace.uid, uid: prices.uid, language }));
    } catch (error) {
      showError(error);
    } finally {
      setMaking(false);
    }
  };
  return (
    <Menu>
      <MenuButton
        as={Button}
        look="outline"
        disabled={prices.items.length === 0}
        busy={making}
        icon={<ArrowDownTrayIcon className="size-5" />}
      >
        {t("pdf")}
      </MenuButton>
      <MenuItems anchor="bottom start" transition className={MENU_PANEL} aria-label={t("pdfLanguages")}>
        {LOCALES.map((language) => (
          <MenuItem key={language}>
            <button type="button" className={MENU_ITEM} onClick={() => void download(language)}>
              {format.language(language)}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

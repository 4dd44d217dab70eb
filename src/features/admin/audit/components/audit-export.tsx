"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowDownTrayIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { useErrorToast } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { saveFile } from "@/ui/save-file";
import { notify } from "@/ui/toast";
import { type AuditFilters, EXPORT_FORMATS, EXPORTED } from "../schema";

/** Everything that fits the filters, beyond what is on the page. */
export function AuditExport({ filters }: { filters: AuditFilters }) {
  const t = useTranslations("admin.audit");
  const showError = useErrorToast();
  const format = useFormat();
  const utils = trpc.useUtils();
  const save = trpc.admin.audit.export.useMutation({
    onSuccess: ({ data }) => {
      saveFile(data);
      if (data.cut) notify("warning", t("cut", { count: format.number(EXPORTED) }));
      // That it was exported is itself an entry.
      void utils.admin.audit.invalidate();
    },
    onError: showError,
  });
  return (
    <Menu>
      <MenuButton as={Button} look="outline" busy={save.isPending} icon={<ArrowDownTrayIcon className="size-5" />}>
        {t("export")}
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        {EXPORT_FORMATS.map((one) => (
          <MenuItem key={one}>
            <button type="button" className={MENU_ITEM} onClick={() => save.mutate({ ...filters, format: one })}>
              {t(`formats.${one}`)}
            </button>
          </MenuItem>
        ))}
      </MenuItems>
    </Menu>
  );
}

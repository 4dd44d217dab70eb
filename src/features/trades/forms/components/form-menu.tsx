"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArchiveBoxIcon, ArchiveBoxXMarkIcon, EllipsisVerticalIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useAsked, useErrorToast } from "@/trpc/use-error";
import { ConfirmDelete } from "@/ui/editing/confirm-delete";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { notify } from "@/ui/toast";
import type { FormBriefDto } from "../dto";

/** What can be done with a form: one that was published is laid aside, one that never was goes for good. */
export function FormMenu({ workspaceId, form }: { workspaceId: string; form: FormBriefDto }) {
  const { uid, version, name, archived, published } = form;
  const t = useTranslations("trades.forms");
  const editing = useTranslations("editing.delete");
  const showError = useErrorToast();
  const asked = useAsked();
  const utils = trpc.useUtils();
  const refresh = () => utils.trades.forms.invalidate();
  const archive = trpc.trades.forms.archive.useMutation({
    onSuccess: async () => {
      notify("success", t(archived ? "restored" : "archivedNow"));
      await refresh();
    },
    onError: async (error) => {
      showError(error);
      await refresh();
    },
  });
  const remove = trpc.trades.forms.delete.useMutation({
    onSuccess: async () => {
      notify("success", editing("done"));
      await refresh();
    },
    onError: () => void refresh(),
  });
  if (published === null)
    return (
      <ConfirmDelete
        name={name}
        text={t("deleteText")}
        version={version}
        onDelete={(seen) => remove.mutate({ workspaceId, uid, version: seen })}
        {...asked(remove)}
      />
    );
  const Icon = archived ? ArchiveBoxXMarkIcon : ArchiveBoxIcon;
  return (
    <Menu>
      <MenuButton className={MENU_BUTTON} aria-label={t("more", { name })}>
        <EllipsisVerticalIcon />
      </MenuButton>
      <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
        <MenuItem>
          <button type="button" className={MENU_ITEM} onClick={() => archive.mutate({ workspaceId, uid, version, archived: !archived })}>
            <Icon />
            {t(archived ? "restore" : "archive")}
          </button>
        </MenuItem>
      </MenuItems>
    </Menu>
  );
}

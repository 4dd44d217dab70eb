"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import {
  ArrowDownIcon,
  ArrowUpIcon,
  ArrowUturnLeftIcon,
  EllipsisVerticalIcon,
  NoSymbolIcon,
  PencilSquareIcon,
  TrashIcon,
} from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import type { TaskDto } from "../dto";
import type { Queue } from "../hooks/use-queue";
import { mayStep, withChanges } from "../rules";

interface TaskMenuProps {
  workspace: Workspace;
  task: TaskDto;
  queue: Queue;
  onEdit: () => void;
}

/** What those who manage the workspace can do with a task. */
export function TaskMenu({ workspace, task, queue, onEdit }: TaskMenuProps) {
  const t = useTranslations("trades.tasks");
  const move = useTranslations("editing.move");
  const deleting = useTranslations("editing.delete");
  const showError = useErrorToast();
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  /** The version that is asked about: what has become of it since is not what was meant. */
  const [asking, setAsking] = useState<number>();
  const settled = () => utils.trades.invalidate();
  const order = trpc.trades.tasks.order.useMutation({
    onSuccess: settled,
    onError: showError,
  });
  const remove = trpc.trades.tasks.delete.useMutation({
    onSuccess: async () => {
      notify("success", deleting("done"));
      setAsking(undefined);
      await settled();
    },
    onError: () => void settled(),
  });
  const about = { workspaceId: workspace.uid, uid: task.uid };
  const { state, version } = withChanges(task, queue.waiting);
  const doings: { name: string; icon: ComponentType; act: () => void }[] = [
    { name: t("edit"), icon: PencilSquareIcon, act: onEdit },
    ...(task.job
      ? [
          { name: move("up"), icon: ArrowUpIcon, act: () => order.mutate({ ...about, to: "up" }) },
          { name: move("down"), icon: ArrowDownIcon, act: () => order.mutate({ ...about, to: "down" }) },
        ]
      : []),
    ...(mayStep(state, "cancelled", workspace.role)
      ? [{ name: t("cancel"), icon: NoSymbolIcon, act: () => void queue.move({ ...task, version }, "cancelled") }]
      : []),
    ...(state === "cancelled"
      ? [{ name: t("restore"), icon: ArrowUturnLeftIcon, act: () => void queue.move({ ...task, version }, "todo") }]
      : []),
    {
      name: t("delete"),
      icon: TrashIcon,
      act: () => {
        remove.reset();
        setAsking(task.version);
      },
    },
  ];
  return (
    <>
      <Menu>
        <MenuButton className={`${MENU_BUTTON} -me-2 -mt-2 shrink-0`} aria-label={t("menu", { title: task.title })}>
          <EllipsisVerticalIcon />
        </MenuButton>
        <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
          {doings.map(({ name, icon: Icon, act }) => (
            <MenuItem key={name}>
              <button type="button" className={MENU_ITEM} onClick={act}>
                <Icon />
                {name}
              </button>
            </MenuItem>
          ))}
        </MenuItems>
      </Menu>
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={deleting("title", { name: task.title })}
        footer={
          <DialogActions
            onCancel={() => setAsking(undefined)}
            look="danger"
            busy={remove.isPending}
            onClick={() => asking !== undefined && remove.mutate({ ...about, version: asking })}
          >
            {t("delete")}
          </DialogActions>
        }
      >
        <div className="grid gap-4">
          <p>{t(task.job ? "deleteOfJob" : "deleteText")}</p>
          {remove.error ? <Alert tone="danger">{errorMessage(remove.error)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}

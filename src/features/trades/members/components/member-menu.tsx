"use client";

import { Menu, MenuButton, MenuItem, MenuItems } from "@headlessui/react";
import { ArrowsUpDownIcon, EllipsisVerticalIcon, KeyIcon, UserMinusIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import { type ComponentType, useState } from "react";
import { fullName } from "@/lib/names";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { useErrorMessage, useErrorToast } from "@/trpc/use-error";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { MENU_BUTTON, MENU_ITEM, MENU_PANEL } from "@/ui/menu";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { mayRemove, roles } from "../rules";

type Member = RouterOutputs["trades"]["members"]["list"]["data"][number];

const DOINGS = ["makeManager", "makeMember", "makeOwner", "remove"] as const;
type Doing = (typeof DOINGS)[number];
const ROLE_OF = { makeManager: "manager", makeMember: "member", makeOwner: "owner" } as const;
const ICONS: Record<Doing, ComponentType> = {
  makeManager: ArrowsUpDownIcon,
  makeMember: ArrowsUpDownIcon,
  makeOwner: KeyIcon,
  remove: UserMinusIcon,
};

/** What whoever looks can do about somebody of the workspace. */
const doingsFor = (workspace: Workspace, member: Member): Doing[] =>
  member.you
    ? []
    : DOINGS.filter((doing) =>
        doing === "remove"
          ? mayRemove(workspace.role, member.role)
          : workspace.role === "owner" && roles.can(member.role, ROLE_OF[doing], "owner"),
      );

export function MemberMenu({ workspace, member }: { workspace: Workspace; member: Member }) {
  const t = useTranslations("trades.members");
  const showError = useErrorToast();
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<"makeOwner" | "remove">();
  const name = fullName(member);
  const seen = { workspaceId: workspace.uid, uid: member.uid, version: member.version };

  const settled = async () => {
    setAsking(undefined);
    // Who hands it over is something else from then on.
    await utils.trades.invalidate();
  };
  const onError = (error: unknown) => {
    showError(error);
    void utils.trades.members.invalidate();
  };
  const setRole = trpc.trades.members.setRole.useMutation({
    onSuccess: (_, { role }) => {
      notify("success", t("changed", { name, role }));
      return settled();
    },
    onError,
  });
  const transfer = trpc.trades.members.transfer.useMutation({
    onSuccess: () => {
      notify("success", t("changed", { name, role: "owner" }));
      return settled();
    },
  });
  const remove = trpc.trades.members.remove.useMutation({
    onSuccess: () => {
      notify("success", t("removed", { name }));
      return settled();
    },
  });

  const doings = doingsFor(workspace, member);
  if (doings.length === 0) return null;
  const begin = (doing: Doing) => {
    if (doing === "makeManager" || doing === "makeMember") return setRole.mutate({ ...seen, role: ROLE_OF[doing] });
    transfer.reset();
    remove.reset();
    setAsking(doing);
  };
  const refused = asking === "remove" ? remove.error : transfer.error;
  return (
    <>
      <Menu>
        <MenuButton className={MENU_BUTTON} aria-label={t("menu", { name })} title={t("menu", { name })}>
          <EllipsisVerticalIcon />
        </MenuButton>
        <MenuItems anchor="bottom end" transition className={MENU_PANEL}>
          {doings.map((doing) => {
            const Icon = ICONS[doing];
            return (
              <MenuItem key={doing}>
                <button type="button" className={clsx(MENU_ITEM, doing === "remove" && "text-danger")} onClick={() => begin(doing)}>
                  <Icon />
                  {t(doing)}
                </button>
              </MenuItem>
            );
          })}
        </MenuItems>
      </Menu>
      <Dialog
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        title={t(asking === "remove" ? "removeSure" : "ownerSure", { name })}
        footer={
          <DialogActions
            onCancel={() => setAsking(undefined)}
            look={asking === "remove" ? "danger" : "primary"}
            busy={remove.isPending || transfer.isPending}
            onClick={() => (asking === "remove" ? remove : transfer).mutate(seen)}
          >
            {t(asking === "remove" ? "remove" : "makeOwner")}
          </DialogActions>
        }
      >
        <div className="grid gap-4">
          <p>{t(asking === "remove" ? "removeText" : "ownerText")}</p>
          {refused ? <Alert tone="danger">{errorMessage(refused)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}

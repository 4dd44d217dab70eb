"use client";

import { PlusIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { IconButton } from "@/ui/button";
import type { Workspace } from "../../components/workspace-frame";
import { NotesButton } from "../../notes/components/notes-button";
import type { Resource } from "../../resources/components/resource-list";
import { ResourceMark } from "../../resources/components/resource-mark";

interface ResourceHeadProps {
  workspace: Workspace;
  resource: Resource;
  /** Books them. */
  onNew?: (() => void) | undefined;
}

/** Whose line it is. */
export function ResourceHead({ workspace, resource: { uid, kind, name, color }, onNew }: ResourceHeadProps) {
  const t = useTranslations("trades.schedule");
  return (
    <div className="flex min-h-16 items-center gap-2 border-e border-line py-1 ps-3 pe-1">
      <ResourceMark kind={kind} color={color} />
      <h3 className="min-w-0 flex-1 text-sm font-semibold wrap-anywhere">
        <bdi>{name}</bdi>
      </h3>
      <NotesButton small workspace={workspace} subject={{ resourceUid: uid }} title={name} />
      {onNew ? (
        <IconButton label={t("bookOne", { name })} onClick={onNew}>
          <PlusIcon />
        </IconButton>
      ) : null}
    </div>
  );
}

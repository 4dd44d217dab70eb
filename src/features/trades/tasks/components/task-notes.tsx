"use client";

import { ChatBubbleLeftIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { Workspace } from "../../components/workspace-frame";
import { Notes } from "../../notes/components/notes";
import type { TaskDto } from "../dto";

/** What was written about a task, and a way to write more. */
export function TaskNotes({ workspace, task: { uid, title, notes } }: { workspace: Workspace; task: TaskDto }) {
  const t = useTranslations("trades.tasks");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="ghost"
        className="-ms-4 justify-self-start"
        icon={<ChatBubbleLeftIcon className="size-5" />}
        onClick={() => setOpen(true)}
      >
        {t("notes", { count: notes })}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={title}>
        <Notes bare workspace={workspace} subject={{ taskUid: uid }} />
      </Dialog>
    </>
  );
}

"use client";

import { ChatBubbleLeftIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button, IconButton } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import type { NotePlace } from "../../components/subjects";
import type { Workspace } from "../../components/workspace-frame";
import { Notes } from "./notes";

interface NotesButtonProps {
  workspace: Workspace;
  subject: NotePlace;
  /** What it is called. */
  title: string;
  /** Among other buttons that are signs alone. */
  small?: boolean;
}

/** What was noted about something that has no page of its own. An address that names it opens it at once: whoever is mentioned there comes so. */
export function NotesButton({ workspace, subject, title, small = false }: NotesButtonProps) {
  const t = useTranslations("trades.notes");
  const [uid] = Object.values(subject);
  const pointed = useSearchParams().get("notes") === uid;
  const [open, setOpen] = useState(pointed);
  return (
    <>
      {small ? (
        <IconButton label={t("of", { title })} onClick={() => setOpen(true)}>
          <ChatBubbleLeftIcon />
        </IconButton>
      ) : (
        <Button
          look="ghost"
          className="-ms-4 justify-self-start"
          icon={<ChatBubbleLeftIcon className="size-5" />}
          onClick={() => setOpen(true)}
        >
          {t("title")}
        </Button>
      )}
      <Dialog open={open} onClose={() => setOpen(false)} title={t("of", { title })}>
        <Notes bare workspace={workspace} subject={subject} />
      </Dialog>
    </>
  );
}

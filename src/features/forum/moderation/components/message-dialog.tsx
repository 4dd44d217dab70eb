"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { useCare } from "../hooks/use-care";
import { type MessageAct, needsReason, type Seen } from "../rules";
import { ReasonDialog } from "./reason-dialog";

interface MessageDialogProps {
  uid: string;
  act: MessageAct;
  /** Where its reports are right: it goes for good. */
  remove?: boolean;
  /** Its author hears of it: not where what everybody sees stays as it is. */
  told?: boolean;
  /** What shows of it where this was asked for. */
  seen: Seen;
  onClose: () => void;
  /** What stood there may be gone: where the focus goes then. */
  onDone?: () => void;
}

/** Hides, restores or removes a message, or decides its reports, with the reason. */
export function MessageDialog({ uid, act, remove = false, told = true, seen, onClose, onDone }: MessageDialogProps) {
  const t = useTranslations("forum.care.message");
  const { done } = useCare();
  const moderate = trpc.forum.moderation.message.useMutation();
  // As it was when it was asked about, whatever the page has heard since.
  const [before] = useState(seen);
  const words = remove ? "upholdRemove" : act;
  return (
    <ReasonDialog
      draft={`${words}-${uid}`}
      told={told}
      title={t(`${words}.title`)}
      text={t(`${words}.text`)}
      confirm={t(`${words}.now`)}
      danger={act === "remove" || remove}
      needed={needsReason(act)}
      onClose={onClose}
      onConfirm={async (reason) => {
        await moderate.mutateAsync({ uid, act, remove, reason, seen: before });
        await done();
        onDone?.();
      }}
    />
  );
}

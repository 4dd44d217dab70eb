"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";

interface DeleteDialogProps {
  uid: string;
  /** It is a topic's first message, and nobody has answered: the topic goes with it. */
  withTopic: boolean;
  onClose: () => void;
  onDeleted: (topicToo: boolean) => void;
}

export function DeleteDialog({ uid, withTopic, onClose, onDeleted }: DeleteDialogProps) {
  const t = useTranslations("forum.delete");
  const errorMessage = useErrorMessage();
  const remove = trpc.forum.posts.delete.useMutation({ onSuccess: ({ data }) => onDeleted(data.topic) });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(withTopic ? "topicTitle" : "title")}
      footer={
        <DialogActions onCancel={onClose} look="danger" busy={remove.isPending} onClick={() => remove.mutate({ uid })}>
          {t("now")}
        </DialogActions>
      }
    >
      <div className="grid gap-4">
        <p>{t(withTopic ? "topicText" : "text")}</p>
        {remove.error ? <Alert tone="danger">{errorMessage(remove.error)}</Alert> : null}
      </div>
    </Dialog>
  );
}

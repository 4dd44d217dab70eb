"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import type { TaskDto } from "../dto";
import { TASK } from "../rules";

const fields = z.strictObject({ reason: textField(TASK.blockedFor).pipe(z.string().min(1)) });

interface BlockDialogProps {
  task: Pick<TaskDto, "uid" | "title">;
  onClose: () => void;
  /** It is closed by then. */
  onBlock: (reason: string) => void;
}

/** What stands in a task's way. */
export function BlockDialog({ task, onClose, onBlock }: BlockDialogProps) {
  const t = useTranslations("trades.tasks");
  const form = useZodForm(fields, { reason: "" });
  const { close, leave } = useDialogDraft(form, `trades.taskBlock.${task.uid}`, onClose);
  const submit = form.handleSubmit(({ reason }) => {
    close();
    onBlock(reason);
  });
  return (
    <Dialog open onClose={leave} title={t("blockTitle", { title: task.title })}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <TextArea label={t("blockReason")} maxLength={TASK.blockedFor} error={form.errorOf("reason")} {...form.register("reason")} />
        <DialogActions onCancel={close} type="submit">
          {t("doings.block")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

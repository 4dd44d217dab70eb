"use client";

import { useTranslations } from "next-intl";
import { type FormEvent, useId } from "react";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea, TextField } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { ASKED, isAskedOn } from "../rules";
import { type AskedInput, askedInput } from "../schema";

interface AskedDialogProps {
  /** Names what is kept on this device of one that is begun, until it goes along; of one that was there, by what it says. */
  draft: string;
  asked: AskedInput | undefined;
  /** It is closed by then. */
  onChoose: (asked: AskedInput) => void;
  onClose: () => void;
}

/** A question that somebody was asked in an interview: it goes along with their message, and may get into the bank. */
export function AskedDialog({ draft, asked, onChoose, onClose }: AskedDialogProps) {
  const t = useTranslations("forum.proposal");
  const validation = useTranslations("validation");
  const id = useId();
  const form = useZodForm<AskedInput>(askedInput, asked ?? { question: "", company: "", role: "", askedOn: "" });
  const { close, leave } = useDialogDraft(form, asked ? `${draft}-${Object.values(asked).join("|")}` : draft, onClose);
  const { errorOf, register } = form;
  const submit = form.handleSubmit((values) => {
    if (!isAskedOn(values.askedOn, new Date())) return form.setError("askedOn", { message: validation("date") }, { shouldFocus: true });
    close();
    onChoose(values);
  });
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    // It may be opened from within another form, which is not to be sent with it.
    event.stopPropagation();
    return submit(event);
  };
  return (
    <Dialog
      open
      onClose={leave}
      title={t("askTitle")}
      footer={
        <DialogActions onCancel={close} type="submit" form={id}>
          {t("add")}
        </DialogActions>
      }
    >
      <form id={id} noValidate className="grid gap-4 text-ink" onSubmit={onSubmit}>
        <p className="text-ink-soft">{t("askLead")}</p>
        <TextArea label={t("question")} rows={3} maxLength={ASKED.question} error={errorOf("question")} {...register("question")} />
        <TextField label={t("company")} dir="auto" maxLength={ASKED.company} error={errorOf("company")} {...register("company")} />
        <TextField label={t("role")} dir="auto" maxLength={ASKED.role} error={errorOf("role")} {...register("role")} />
        <TextField type="date" label={t("askedOn")} error={errorOf("askedOn")} {...register("askedOn")} />
      </form>
    </Dialog>
  );
}

"use client";

import { type FormEventHandler, type ReactNode, useId } from "react";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import type { useZodForm } from "@/ui/forms";

/** What a dialog that asks why holds. */
export interface Reason {
  reason: string;
}

interface ReasonFrameProps {
  form: Pick<ReturnType<typeof useZodForm<Reason>>, "register" | "errorOf" | "problem" | "formState">;
  title: string;
  text?: string | undefined;
  label: string;
  help: string;
  /** Letters of the reason. */
  max: number;
  /** What the button says. */
  confirm: string;
  danger?: boolean;
  onSubmit: FormEventHandler;
  onClose: () => void;
  /** What else there is to choose. */
  children?: ReactNode;
}

/** Asks why, before something is done of which somebody reads the reason. */
export function ReasonFrame({
  form,
  title,
  text,
  label,
  help,
  max,
  confirm,
  danger = false,
  onSubmit,
  onClose,
  children,
}: ReasonFrameProps) {
  const id = useId();
  const { register, errorOf, problem, formState } = form;
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      footer={
        <DialogActions onCancel={onClose} type="submit" form={id} look={danger ? "danger" : "primary"} busy={formState.isSubmitting}>
          {confirm}
        </DialogActions>
      }
    >
      <form id={id} noValidate onSubmit={onSubmit} className="grid gap-4 text-ink">
        {text ? <p className="text-ink-soft">{text}</p> : null}
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        {children}
        <TextArea label={label} help={help} rows={3} maxLength={max} error={errorOf("reason")} {...register("reason")} />
      </form>
    </Dialog>
  );
}

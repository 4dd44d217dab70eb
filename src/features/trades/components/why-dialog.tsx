"use client";

import type { ReactNode } from "react";
import { z } from "zod";
import { textField } from "@/lib/fields";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { JOB } from "../jobs/rules";

const maybe = z.strictObject({ reason: textField(JOB.reason) });
const needed = z.strictObject({ reason: maybe.shape.reason.pipe(z.string().min(1)) });

interface WhyDialogProps {
  /** Names what is kept of the reason on this device until it was given. */
  draft: string;
  title: string;
  /** What is said before anything is asked. */
  lead?: ReactNode;
  /** What the reason is called, what helps to write it, and whether there must be one; without it none is asked for. */
  why?: { label: string; help: string; required: boolean } | undefined;
  /** What else is asked. */
  children?: ReactNode;
  act: string;
  look?: "primary" | "danger";
  /** What is asked is not all there yet. */
  loading?: boolean;
  /** What must be known first is not. */
  disabled?: boolean;
  /** It was moved, or is not to be. */
  onClose: () => void;
  /** Gives what stood in the way. */
  onMove: (reason: string) => Promise<string | undefined>;
}

/** Asks why something is moved: it stands in the job's time line. What stood in the way is said here, and nothing that was typed is lost. */
export function WhyDialog(props: WhyDialogProps) {
  const { draft, title, lead, why, children, act, look = "primary", loading = false, disabled = false, onClose, onMove } = props;
  const form = useZodForm(why?.required ? needed : maybe, { reason: "" });
  const { close, leave } = useDialogDraft(form, draft, onClose);
  const submit = form.handleSubmit(async ({ reason }) => {
    const message = await onMove(reason);
    if (message === undefined) close();
    else form.showRefusal({ message, issues: [] }, "");
  });
  return (
    <Dialog open onClose={leave} title={title}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {lead}
        {why ? (
          <TextArea label={why.label} help={why.help} maxLength={JOB.reason} error={form.errorOf("reason")} {...form.register("reason")} />
        ) : null}
        {children}
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} look={look} type="submit" busy={form.formState.isSubmitting || loading} disabled={disabled}>
          {act}
        </DialogActions>
      </form>
    </Dialog>
  );
}

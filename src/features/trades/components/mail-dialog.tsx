"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { z } from "zod";
import { MAX_ADDRESS, mailAddress } from "@/lib/typed";
import { type ApiError, toApiError } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";

const fields = z.strictObject({ email: mailAddress });

interface Props {
  labels: { title: string; email: string; send: string };
  /** The address that is offered. */
  email: string;
  /** Sends it there, and says what came of it; what it throws is told in the form, which stays open. */
  send: (email: string) => Promise<void>;
  /** What a refusal means for this document, where it is told in other words than the server's. */
  refusalOf: (refusal: ApiError) => Promise<string | undefined> | string | undefined;
  onClose: () => void;
  /** What there is to know before it goes. */
  children: ReactNode;
}

/** To which address a document goes by mail. */
export function MailDialog({ labels, email, send, refusalOf, onClose, children }: Props) {
  const common = useTranslations("common");
  const form = useZodForm<z.infer<typeof fields>>(fields as never, { email });
  const submit = form.handleSubmit(async (filled) => {
    try {
      await send(filled.email);
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      const message = await refusalOf(refusal);
      form.showRefusal(message === undefined ? refusal : { message, issues: [] }, common("offline"));
    }
  });
  return (
    <Dialog open onClose={onClose} title={labels.title} closeLabel={common("close")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        {children}
        <TextField
          type="email"
          dir="ltr"
          label={labels.email}
          autoComplete="off"
          maxLength={MAX_ADDRESS}
          error={form.errorOf("email")}
          {...form.register("email")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={form.formState.isSubmitting}>
          {labels.send}
        </DialogActions>
      </form>
    </Dialog>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { z } from "zod";
import { toApiError } from "@/trpc/client";
import { clearDraft } from "@/ui/drafts";
import { type Reason, ReasonFrame } from "@/ui/editing/reason-frame";
import { useFormDraft, useZodForm } from "@/ui/forms";

interface ReasonDialogProps {
  /** Names what is kept of the reason on this device until it was given. */
  draft: string;
  title: string;
  text: string;
  label: string;
  help: string;
  schema: z.ZodType<Reason>;
  /** Letters of the reason. */
  max: number;
  /** What the button says. */
  confirm: string;
  danger?: boolean;
  /** Closes it. Rejects where it was not done: then the dialog stays, with why not. */
  onConfirm: (reason: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks the team why, before something is done to somebody. */
export function ReasonDialog({ draft, schema, onConfirm, ...frame }: ReasonDialogProps) {
  const common = useTranslations("common");
  const form = useZodForm<Reason>(schema, { reason: "" });
  useFormDraft(form, draft);
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      await onConfirm(reason);
      clearDraft(draft);
    } catch (error) {
      form.showRefusal(toApiError(error), common("offlineKept"));
    }
  });
  return <ReasonFrame {...frame} form={form} onSubmit={submit} />;
}

"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { z } from "zod";
import { type ApiError, toApiError } from "@/trpc/client";
import { clearDraft } from "@/ui/drafts";
import { type Reason, ReasonFrame } from "@/ui/editing/reason-frame";
import { useFormDraft, useZodForm } from "@/ui/forms";
import { MAX_REASON } from "../../log/rules";
import { maybeReason, reason } from "../../log/schema";
import { useCare } from "../hooks/use-care";

interface ReasonDialogProps {
  /** Names what is kept of the reason on this device until it was given. */
  draft: string;
  title: string;
  text?: string;
  /** What the button says. */
  confirm: string;
  danger?: boolean;
  /** Somebody is owed a reason. */
  needed: boolean;
  /** Whom it concerns reads the reason; else it stands in the log alone. */
  told?: boolean;
  /** Rejects where it was not done: then the dialog stays, with why not. `false` says that this shows elsewhere in it. */
  onConfirm: (reason: string) => Promise<unknown>;
  /** Shows at its own field what the server objects to there. @returns whether it did */
  onRefused?: (refusal: ApiError) => boolean;
  /** Somebody else was first, or what it is about is gone; else the community is asked for anew. */
  onTooLate?: () => Promise<void>;
  /** What becomes of the reason, where the community's words do not say it. */
  help?: string;
  onClose: () => void;
  /** What else there is to choose. */
  children?: ReactNode;
}

const needs = z.object({ reason });
const may = z.object({ reason: maybeReason });

/** Asks a moderator why, before something is done that stands in the log. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    draft,
    title,
    text,
    confirm,
    danger = false,
    needed,
    told = true,
    onConfirm,
    onRefused,
    onTooLate,
    help,
    onClose,
    children,
  } = props;
  const t = useTranslations("forum.care");
  const common = useTranslations("common");
  const { tooLate, changed } = useCare();
  const form = useZodForm<Reason>(needed ? needs : may, { reason: "" });
  const kept = `forum-care-${draft}`;
  useFormDraft(form, kept);
  const close = () => {
    clearDraft(kept);
    onClose();
  };
  const submit = form.handleSubmit(async (entered) => {
    try {
      if ((await onConfirm(entered.reason)) !== false) close();
    } catch (error) {
      const refusal = toApiError(error);
      if (onRefused?.(refusal)) return;
      if (refusal.code === "conflict") {
        // The reason stays on this device, for when they have looked.
        onClose();
        return changed();
      }
      if (refusal.code !== "wrongState" && refusal.code !== "notFound") return form.showRefusal(refusal, common("offlineKept"));
      close();
      await (onTooLate ?? tooLate)();
    }
  });
  return (
    <ReasonFrame
      form={form}
      title={title}
      text={text}
      label={t(needed ? "reason" : "reasonOptional")}
      help={help ?? t(told ? "reasonHelp" : "reasonLogged")}
      max={MAX_REASON}
      confirm={confirm}
      danger={danger}
      onSubmit={submit}
      onClose={onClose}
    >
      {children}
    </ReasonFrame>
  );
}

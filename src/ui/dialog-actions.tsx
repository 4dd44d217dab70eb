"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

interface DialogActionsProps extends Omit<ButtonProps, "onCancel"> {
  onCancel: () => void;
  /** What the way back does, where it is not only to leave. */
  cancelLabel?: string;
  /** What else can be done, before the two. */
  before?: ReactNode;
}

/** The foot of a dialog: a way back, then what the dialog is for, which is said like a button. */
export function DialogActions({ onCancel, cancelLabel, before, ...act }: DialogActionsProps) {
  const common = useTranslations("common");
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {before}
      <Button look="outline" onClick={onCancel}>
        {cancelLabel ?? common("cancel")}
      </Button>
      <Button {...act} />
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Button, type ButtonProps } from "./button";

interface DialogActionsProps extends Omit<ButtonProps, "onCancel"> {
  onCancel: () => void;
  /** What else can be done, before the two. */
  before?: ReactNode;
}

/** The foot of a dialog: a way back, then what the dialog is for, which is said like a button. */
export function DialogActions({ onCancel, before, ...act }: DialogActionsProps) {
  const common = useTranslations("common");
  return (
    <div className="flex flex-wrap justify-end gap-3">
      {before}
      <Button look="outline" onClick={onCancel}>
        {common("cancel")}
      </Button>
      <Button {...act} />
    </div>
  );
}

"use client";

import { useEffect } from "react";

/**
 * Keeps the focus in a dialog that was opened from a menu by keyboard: the menu gives it back to its button a moment after the dialog took
 * it, and Headless's own lock begins only once the focus has moved within the dialog. Whoever went on by Tab would walk the page behind.
 */
export function useFocusKept(open: boolean): void {
  useEffect(() => {
    if (!open) return;
    const back = ({ target, relatedTarget }: FocusEvent) => {
      const inDialog = (element: EventTarget | null) =>
        element instanceof HTMLElement && element.closest("#headlessui-portal-root") !== null;
      if (!(target instanceof HTMLElement) || !target.matches('[aria-haspopup="menu"]') || inDialog(target)) return;
      // A dialog stands at the document's end: the page behind stays where it is.
      if (inDialog(relatedTarget)) (relatedTarget as HTMLElement).focus({ preventScroll: true });
    };
    document.addEventListener("focusin", back);
    return () => document.removeEventListener("focusin", back);
  }, [open]);
}

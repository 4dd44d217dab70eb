"use client";

import { useEffect, useRef } from "react";

/**
 * Gives the focus back to what had it last outside of dialogs, where a dialog that closes leaves it nowhere: after a chain of
 * dialogs, or where a hidden file input was the last thing that was pressed. Headless itself looks back a few steps only.
 */
export function useFocusReturn(open: boolean): void {
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) {
      const remember = ({ target }: FocusEvent) => {
        // Where Headless puts dialogs and menus, with the guards around them.
        if (target instanceof HTMLElement && !target.closest("#headlessui-portal-root")) opener.current = target;
      };
      document.addEventListener("focusin", remember);
      return () => document.removeEventListener("focusin", remember);
    }
    // After Headless has had its turn.
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body) opener.current?.focus();
      });
    };
  }, [open]);
}

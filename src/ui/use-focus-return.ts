"use client";

import { useEffect, useRef, useState } from "react";
import { focusHolder } from "./pass-focus-on";

interface Origin {
  opener: HTMLElement;
  /** Where the opener stands: what the dialog does may take it away. */
  around: HTMLElement | null;
}

/** Where Headless puts dialogs and menus, with the guards around them. */
const PORTAL = "#headlessui-portal-root";

function originAt(target: EventTarget | null): Origin | null {
  if (!(target instanceof HTMLElement)) return null;
  // A dialog that a menu opened belongs to the menu's button.
  const opener = document.getElementById(target.closest('[role="menu"]')?.getAttribute("aria-labelledby") ?? "") ?? target;
  if (opener === document.body || opener.closest(PORTAL)) return null;
  return { opener, around: focusHolder(opener) };
}

/**
 * Gives the focus back to what had it last outside of dialogs, where a dialog that closes leaves it nowhere: after a chain of
 * dialogs, or where a hidden file input was the last thing that was pressed. Headless itself looks back a few steps only.
 */
export function useFocusReturn(open: boolean): void {
  // A dialog may be made as it opens: what has the focus then has opened it.
  const [atFirst] = useState(() => (typeof document === "undefined" ? null : originAt(document.activeElement)));
  const origin = useRef(atFirst);
  useEffect(() => {
    if (!open) {
      const remember = ({ target }: FocusEvent) => {
        origin.current = originAt(target) ?? origin.current;
      };
      document.addEventListener("focusin", remember);
      return () => document.removeEventListener("focusin", remember);
    }
    // After Headless has had its turn.
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body || !origin.current) return;
        const { opener, around } = origin.current;
        // A card that the dialog moved is another element in its new place.
        const again = opener.isConnected ? opener : document.getElementById(opener.id);
        if (again) again.focus();
        else if (around?.isConnected) around.focus({ preventScroll: true });
        else document.getElementById("main")?.focus({ preventScroll: true });
      });
    };
  }, [open]);
}

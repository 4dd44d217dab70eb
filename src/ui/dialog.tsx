"use client";

import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from "@headlessui/react";
import { XMarkIcon } from "@heroicons/react/24/outline";
import clsx from "clsx";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "./button";
import { useFocusKept } from "./use-focus-kept";
import { useFocusReturn } from "./use-focus-return";

interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: string;
  /** Without it the dialog leaves only by what its footer offers. */
  cross?: boolean;
  children: ReactNode;
  footer?: ReactNode;
}

export function Dialog({ open, onClose, title, cross = true, children, footer }: DialogProps) {
  const common = useTranslations("common");
  useFocusReturn(open);
  useFocusKept(open);
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-50">
      {/* Comes in by the style sheet alone: Headless's own transitions can leave a dialog behind that is closed while it opens. */}
      <DialogBackdrop className="fixed inset-0 bg-black/50 transition-opacity duration-150 starting:opacity-0" />
      <div className="fixed inset-0 overflow-y-auto">
        <div className="flex min-h-full items-end justify-center p-4 sm:items-center">
          <DialogPanel className="w-full max-w-md rounded-box bg-surface p-6 shadow-float transition duration-150 starting:translate-y-3 starting:opacity-0">
            <div className="flex items-start justify-between gap-4">
              <DialogTitle className="min-w-0 flex-1 pb-2 text-lg font-semibold wrap-anywhere">{title}</DialogTitle>
              {cross ? (
                <IconButton label={common("close")} onClick={onClose} className="-me-3 -mt-2">
                  <XMarkIcon />
                </IconButton>
              ) : null}
            </div>
            <div className="mt-2 text-ink-soft">{children}</div>
            {footer ? <div className="mt-6 flex flex-wrap justify-end gap-3">{footer}</div> : null}
          </DialogPanel>
        </div>
      </div>
    </HeadlessDialog>
  );
}

/** A panel that slides in from the inline start (navigation) or end (settings). */
export function Drawer({
  open,
  onClose,
  title,
  closeLabel,
  side,
  wide = false,
  children,
}: Omit<DialogProps, "footer" | "cross"> & { closeLabel: string; side: "start" | "end"; wide?: boolean }) {
  return (
    <HeadlessDialog open={open} onClose={onClose} className="relative z-50">
      <DialogBackdrop className="fixed inset-0 bg-black/50 transition-opacity duration-200 starting:opacity-0" />
      <DialogPanel
        className={clsx(
          "fixed inset-y-0 flex max-w-[calc(100vw-2rem)] flex-col overflow-y-auto bg-surface shadow-float transition duration-200",
          wide ? "w-drawer-wide" : "w-drawer",
          side === "start"
            ? "start-0 starting:-translate-x-full rtl:starting:translate-x-full"
            : "end-0 starting:translate-x-full rtl:starting:-translate-x-full",
        )}
      >
        <div className="flex h-header shrink-0 items-center justify-between gap-4 border-b border-line ps-5 pe-2">
          <DialogTitle className="text-lg font-semibold">{title}</DialogTitle>
          <IconButton label={closeLabel} onClick={onClose}>
            <XMarkIcon />
          </IconButton>
        </div>
        {children}
      </DialogPanel>
    </HeadlessDialog>
  );
}

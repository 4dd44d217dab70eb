"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { Button } from "@/ui/button";
import { keptState } from "@/ui/client-state";
import { Dialog } from "@/ui/dialog";
import { type Shortcut, useShortcuts } from "@/ui/hooks";

/** WCAG 2.1.4: shortcuts of one letter can be switched off. */
const useChoice = keptState("parley-inbox-shortcuts", { on: true });

/** The inbox's keys, for as long as they are wanted. */
export function useInboxKeys(keys: Shortcut[]): void {
  const on = useChoice((state) => state.on);
  useShortcuts(on ? keys : [], { everywhere: true });
}

const KEYS = [
  ["J", "next"],
  ["K", "previous"],
  ["R", "reply"],
  ["N", "note"],
  ["A", "assign"],
  ["E", "resolve"],
  ["O", "reopen"],
  ["/", "search"],
  ["?", "help"],
] as const;

/** Says which keys there are, and lets somebody do without them. */
export function ShortcutHelp() {
  const t = useTranslations("support.inbox.shortcuts");
  const [open, setOpen] = useState(false);
  const on = useChoice((state) => state.on);
  useInboxKeys([["?", () => setOpen(true)]]);
  return (
    <>
      <Button look="ghost" size="sm" onClick={() => setOpen(true)} className="max-lg:hidden">
        {t("open")}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t("title")}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
          {KEYS.map(([key, what]) => (
            <div key={key} className="col-span-2 grid grid-cols-subgrid items-center">
              <dt>
                <kbd
                  dir="ltr"
                  className="grid size-8 place-items-center rounded border border-line-strong/60 bg-sunken font-semibold text-ink"
                >
                  {key}
                </kbd>
              </dt>
              <dd className="text-ink">{t(what)}</dd>
            </div>
          ))}
        </dl>
        <label className="mt-5 flex min-h-11 items-center gap-3 text-ink">
          <input
            type="checkbox"
            className="size-5 accent-primary"
            checked={on}
            onChange={(event) => useChoice.setState({ on: event.target.checked })}
          />
          {t("enabled")}
        </label>
      </Dialog>
    </>
  );
}

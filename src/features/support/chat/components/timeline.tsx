"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";
import { useStayAtEnd } from "@/ui/use-stay-at-end";

export interface Entry {
  key: string;
  /** ISO 8601. */
  at: string;
  content: ReactNode;
}

interface TimelineProps {
  label: string;
  entries: Entry[];
  /** Loads what is older; undefined where there is nothing. */
  onOlder?: (() => void) | undefined;
  loadingOlder: boolean;
  children?: ReactNode;
}

/** What was said in its order, by days. Who reads at the end stays there when something comes; who reads above is not moved. */
export function Timeline({ label, entries, onOlder, loadingOlder, children }: TimelineProps) {
  const t = useTranslations("support.thread");
  const format = useFormat();
  const { box, onScroll } = useStayAtEnd(entries[0]?.key ?? "", [entries, children]);
  const days = entries.map(({ at }) => format.date(at));
  return (
    <div
      ref={box}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      role="log"
      aria-label={label}
      className="min-h-0 grow overflow-y-auto px-3 py-4 -outline-offset-2 [overflow-anchor:none] sm:px-5"
    >
      {onOlder ? (
        <div className="mb-4 flex justify-center">
          <Button look="ghost" size="sm" busy={loadingOlder} onClick={onOlder}>
            {t("older")}
          </Button>
        </div>
      ) : null}
      <ol className="grid gap-3">
        {entries.map(({ key, content }, at) => (
          <li key={key}>
            {days[at] === days[at - 1] ? null : (
              <p className="my-2 text-center text-sm text-ink-soft">
                <span className="rounded-full bg-sunken px-3 py-0.5">{days[at]}</span>
              </p>
            )}
            {content}
          </li>
        ))}
      </ol>
      {children}
    </div>
  );
}

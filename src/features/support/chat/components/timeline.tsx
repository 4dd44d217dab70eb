"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useLayoutEffect, useRef } from "react";
import { useFormat } from "@/i18n/use-format";
import { Button } from "@/ui/button";

export interface Entry {
  key: string;
  /** ISO 8601. */
  at: string;
  content: ReactNode;
}

/** From how near to the end somebody is taken to read along, in pixels. */
const NEAR_END = 80;

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
  const box = useRef<HTMLDivElement>(null);
  const before = useRef({ height: 0, first: "", atEnd: true });
  const first = entries[0]?.key ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever changes the height calls for a look
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const { height, first: was, atEnd } = before.current;
    if (atEnd) element.scrollTop = element.scrollHeight;
    // Older ones came in above: what was read stays where it was.
    else if (was && was !== first) element.scrollTop += element.scrollHeight - height;
    before.current = { ...before.current, height: element.scrollHeight, first };
  }, [entries, children, first]);
  const onScroll = () => {
    const element = box.current;
    if (element) before.current.atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR_END;
  };
  const days = entries.map(({ at }) => format.date(at));
  return (
    <div
      ref={box}
      onScroll={onScroll}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      role="log"
      aria-label={label}
      className="min-h-0 grow overflow-y-auto px-3 py-4 -outline-offset-2 sm:px-5"
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

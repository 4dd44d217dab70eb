"use client";

import clsx from "clsx";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type KeyboardEvent, useEffect, useMemo, useRef } from "react";
import { Page } from "react-pdf";
import { GAP, type PageSize } from "./layout";
import { useReading } from "./use-reading";

const WIDTH = 112;

interface ThumbnailsProps {
  pdf: PDFDocumentProxy;
  label: string;
  pageLabel: (page: number) => string;
  pageNumber: (page: number) => string;
  sizes: PageSize[];
  /** The page that is being read, counted from 0. */
  page: number;
  onSelect: (page: number) => void;
  className?: string;
}

/** All pages, small, to choose one. Like the pages themselves they are drawn where they are looked at. */
export function Thumbnails({ pdf, label, pageLabel, pageNumber, sizes, page, onSelect, className }: ThumbnailsProps) {
  const strip = useRef<HTMLDivElement>(null);
  const small = useMemo(() => sizes.map(({ width, height }) => ({ width: WIDTH, height: Math.floor((WIDTH / width) * height) })), [sizes]);
  const { from, to, look, reveal, view } = useReading(strip, small, 1);

  const optionOf = (at: number) => strip.current?.querySelectorAll<HTMLElement>("[role=option]")[at];
  // biome-ignore lint/correctness/useExhaustiveDependencies: the current page comes into sight when it changes, and when the strip does
  useEffect(() => {
    const option = view ? optionOf(page) : undefined;
    if (option) reveal(page, option);
  }, [page, view]);

  const choose = (at: number) => {
    onSelect(at);
    optionOf(at)?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    const last = sizes.length - 1;
    const ways: Record<string, number> = { ArrowDown: Math.min(last, page + 1), ArrowUp: Math.max(0, page - 1), Home: 0, End: last };
    const target = ways[event.key];
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    choose(target);
  };
  return (
    <div ref={strip} onScroll={look} className={clsx("relative overflow-y-auto overscroll-contain", className)}>
      <div role="listbox" aria-label={label} onKeyDown={press} className="grid justify-center" style={{ gap: GAP, paddingBlock: GAP }}>
        {small.map((size, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the list's keys choose
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={at}
            role="option"
            aria-label={pageLabel(at)}
            aria-selected={at === page}
            tabIndex={at === page ? 0 : -1}
            onClick={() => choose(at)}
            style={size}
            className={clsx(
              "relative cursor-pointer overflow-clip rounded-xs bg-white shadow-card",
              at === page ? "ring-3 ring-primary" : "ring-1 ring-line-strong/60 hover:ring-line-strong",
            )}
          >
            {at >= from && at <= to ? (
              <div aria-hidden="true" dir="ltr" className="pointer-events-none">
                <Page
                  pdf={pdf}
                  pageNumber={at + 1}
                  width={WIDTH}
                  renderTextLayer={false}
                  renderAnnotationLayer={false}
                  loading={null}
                  noData={null}
                  error={null}
                />
              </div>
            ) : null}
            <span
              aria-hidden="true"
              className={clsx(
                "absolute end-1 bottom-1 min-w-6 rounded-sm px-1.5 text-center text-xs font-semibold tabular",
                at === page ? "bg-primary text-on-primary" : "bg-surface text-ink",
              )}
            >
              {pageNumber(at)}
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}

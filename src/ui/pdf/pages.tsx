"use client";

import "react-pdf/dist/Page/AnnotationLayer.css";
import "react-pdf/dist/Page/TextLayer.css";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type ReactElement, type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { Page } from "react-pdf";
import { Hits } from "./hits";
import { GAP, type PageSize, PIXELS_PER_POINT, pixelRatio } from "./layout";
import { mendStructure, putInReadingOrder, textNodes } from "./text-layer";
import type { Hit } from "./text-search";
import type { Marked } from "./use-search";

interface PagesProps {
  pdf: PDFDocumentProxy;
  scroller: RefObject<HTMLDivElement | null>;
  label: string;
  pageLabel: (page: number) => string;
  lang: string | undefined;
  sizes: PageSize[];
  scale: number;
  /** The pages to draw, counted from 0. */
  from: number;
  to: number;
  hits: Hit[][];
  marked: Marked | undefined;
  /** What a link is called that lies on no text. */
  linkLabel: string;
  failed: ReactElement;
  onScroll: () => void;
  onSize: (page: number, size: PageSize) => void;
  onMarked: (mark: Element) => void;
}

/** The column of pages. Each has its place from the start; only those near the view are drawn. */
export function Pages({ scroller, label, pageLabel, lang, sizes, scale, from, to, hits, marked, onScroll, ...rest }: PagesProps) {
  return (
    // The page itself is never mirrored: its place is counted from the left.
    <section
      ref={scroller}
      dir="ltr"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      onScroll={onScroll}
      className="relative min-w-0 grow overflow-x-auto overflow-y-scroll overscroll-contain [overflow-anchor:none] -outline-offset-2"
    >
      <div lang={lang} className="flex w-max min-w-full flex-col items-center" style={{ gap: GAP, paddingBlock: GAP, paddingInline: GAP }}>
        {sizes.map((size, page) => (
          <PdfPage
            // biome-ignore lint/suspicious/noArrayIndexKey: a page is its number
            key={page}
            page={page}
            label={pageLabel(page)}
            size={size}
            scale={scale}
            near={page >= from && page <= to}
            hits={hits[page]}
            marked={marked?.page === page ? marked : undefined}
            {...rest}
          />
        ))}
      </div>
    </section>
  );
}

const NO_HITS: Hit[] = [];
const NO_TEXT: readonly Text[] = [];

interface PdfPageProps extends Pick<PagesProps, "pdf" | "scale" | "linkLabel" | "failed" | "onSize" | "onMarked"> {
  page: number;
  label: string;
  size: PageSize;
  near: boolean;
  hits: Hit[] | undefined;
  marked: Marked | undefined;
}

function PdfPage({ pdf, page, label, size, scale, near, hits = NO_HITS, marked, linkLabel, failed, onSize, onMarked }: PdfPageProps) {
  const box = useRef<HTMLElement>(null);
  const [text, setText] = useState<readonly Text[]>(NO_TEXT);
  // The text is laid out anew whenever this is another function.
  const takeText = useCallback(() => {
    const layer = box.current?.querySelector(".textLayer");
    if (!layer) return;
    setText(textNodes(layer));
    putInReadingOrder(layer);
  }, []);
  useEffect(() => {
    const element = box.current;
    if (!near || !element) return;
    const observer = new MutationObserver(() => mendStructure(element, linkLabel));
    observer.observe(element, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [near, linkLabel]);
  return (
    <article
      ref={box}
      aria-label={label}
      tabIndex={-1}
      className="relative shrink-0 overflow-clip bg-white text-black shadow-card outline-none selection:text-transparent"
      style={{ width: Math.floor(size.width * scale), height: Math.floor(size.height * scale) }}
    >
      {near ? (
        <Page
          pdf={pdf}
          pageNumber={page + 1}
          scale={scale * PIXELS_PER_POINT}
          devicePixelRatio={pixelRatio(size, scale, window.devicePixelRatio)}
          loading={null}
          noData={null}
          error={failed}
          onLoadSuccess={(loaded) => {
            const { width, height } = loaded.getViewport({ scale: PIXELS_PER_POINT });
            onSize(page, { width, height });
          }}
          onRenderTextLayerSuccess={takeText}
        >
          {hits.length > 0 ? <Hits page={box} hits={hits} marked={marked} text={text} onMarked={onMarked} /> : null}
        </Page>
      ) : null}
    </article>
  );
}

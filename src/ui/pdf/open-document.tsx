"use client";

import { useTranslations } from "next-intl";
import type { PDFDocumentProxy } from "pdfjs-dist";
import { type KeyboardEvent, type ReactNode, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { useLanguage } from "@/i18n/use-language";
import { localeDirection } from "@/lib/locales";
import { Button } from "@/ui/button";
import { Drawer } from "@/ui/dialog";
import { useShortcuts } from "@/ui/hooks";
import { nextZoom, type PageSize, PIXELS_PER_POINT, type Zoom } from "./layout";
import { Pages } from "./pages";
import { SearchBar } from "./search-bar";
import { Thumbnails } from "./thumbnails";
import { DocumentTools, PageTools, ZoomTools } from "./toolbar";
import { useDownload } from "./use-download";
import { useReading } from "./use-reading";
import { type Marked, useSearch } from "./use-search";

/** A link within the document: a page, counted from 0, and perhaps a place on it as the PDF writes places. */
export type FollowLink = (target: { pageIndex: number; dest?: unknown }) => void;

interface OpenDocumentProps {
  pdf: PDFDocumentProxy;
  name: string;
  heading: ReactNode;
  first: PageSize;
  lang: string | undefined;
  follow: RefObject<FollowLink | undefined>;
  onRetry: () => void;
}

export function OpenDocument({ pdf, name, heading, first, lang, follow, onRetry }: OpenDocumentProps) {
  const t = useTranslations("documents.viewer");
  const format = useFormat();
  const isRtl = localeDirection(useLanguage()) === "rtl";
  const scroller = useRef<HTMLDivElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [zoom, setZoom] = useState<Zoom>("width");
  const [strip, setStrip] = useState(pdf.numPages > 1);
  const [drawer, setDrawer] = useState(false);
  const [searching, setSearching] = useState(false);
  const [query, setQuery] = useState("");
  const { sizes, onSize } = useSizes(pdf.numPages, first);
  const { saving, save } = useDownload(pdf, name);
  const { scale, view, page, from, to, look, goTo, reveal } = useReading(scroller, sizes, zoom);
  const search = useSearch(pdf, searching ? query : "", page);

  const last = pdf.numPages - 1;
  const turn = (pages: number) => goTo(Math.min(last, Math.max(0, page + pages)));
  const zoomBy = (direction: 1 | -1) => setZoom(nextZoom(scale, direction));
  // Where a page is wider than the view, these keys move across it.
  const fits = !view || (sizes[page] ?? first).width * scale <= view.width;
  useShortcuts([
    ["PageDown", () => turn(1)],
    ["PageUp", () => turn(-1)],
    ["Home", () => goTo(0)],
    ["End", () => goTo(last)],
    ["+", () => zoomBy(1)],
    ["=", () => zoomBy(1)],
    ["-", () => zoomBy(-1)],
    ...(fits
      ? ([
          ["ArrowRight", () => turn(isRtl ? -1 : 1)],
          ["ArrowLeft", () => turn(isRtl ? 1 : -1)],
        ] as [string, () => void][])
      : []),
  ]);
  const openSearch = () => {
    setSearching(true);
    // After it is there.
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select();
    });
  };
  const closeSearch = () => {
    setSearching(false);
    setQuery("");
    scroller.current?.focus({ preventScroll: true });
  };
  const press = (event: KeyboardEvent) => {
    // By its place, because keyboards of other scripts have another letter there.
    const find = event.code === "KeyF" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    const leave = event.key === "Escape" && searching;
    if (!find && !leave) return;
    event.preventDefault();
    (find ? openSearch : closeSearch)();
  };

  follow.current = ({ pageIndex, dest }) => {
    const height = (sizes[pageIndex] ?? first).height;
    const up = topOf(dest);
    goTo(pageIndex, up === undefined ? 0 : height - up * PIXELS_PER_POINT);
    scroller.current?.querySelectorAll("article")[pageIndex]?.focus({ preventScroll: true });
  };

  const pageLabel = (at: number) => t("page", { page: format.number(at + 1) });
  const { marked } = search;
  // A page that is not drawn yet comes first; then the very place on it, once: not again when the page is drawn anew.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only where the reader gets to counts
  useEffect(() => {
    if (marked && (marked.page < from || marked.page > to)) goTo(marked.page);
  }, [marked]);
  const shown = useRef<Marked>(undefined);
  const showMarked = (mark: Element) => {
    if (!marked || shown.current === marked) return;
    shown.current = marked;
    reveal(marked.page, mark);
  };

  const thumbnails = { pdf, label: t("pages"), pageLabel, pageNumber: (at: number) => format.number(at + 1), sizes, page };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys that work wherever in the viewer the focus is
    <div data-shortcuts onKeyDown={press} className="flex min-h-0 grow flex-col">
      <div className="flex shrink-0 flex-wrap items-center border-b border-line bg-surface px-1 py-1 sm:px-2">
        <div className="flex min-w-0 grow basis-full items-center lg:basis-60">
          {heading}
          <DocumentTools
            stripOpen={strip}
            searchOpen={searching}
            saving={saving}
            onStrip={() => setStrip((open) => !open)}
            onDrawer={() => setDrawer(true)}
            onSearch={searching ? closeSearch : openSearch}
            onDownload={save}
          />
        </div>
        <div className="flex grow flex-wrap items-center justify-between lg:grow-0">
          <PageTools page={page} count={pdf.numPages} onPage={goTo} />
          <ZoomTools zoom={zoom} scale={scale} onZoom={setZoom} />
        </div>
      </div>
      {searching ? (
        <SearchBar field={field} query={query} {...search} onQuery={setQuery} onStep={search.step} onClose={closeSearch} />
      ) : null}
      <div className="flex min-h-0 grow">
        {strip ? <Thumbnails {...thumbnails} onSelect={goTo} className="hidden w-40 shrink-0 border-e border-line lg:block" /> : null}
        <Pages
          pdf={pdf}
          scroller={scroller}
          label={name}
          pageLabel={pageLabel}
          lang={lang}
          sizes={sizes}
          scale={scale}
          from={from}
          to={to}
          hits={search.hits}
          marked={marked}
          linkLabel={t("link")}
          failed={<PageFailed onRetry={onRetry} />}
          onScroll={look}
          onSize={onSize}
          onMarked={showMarked}
        />
      </div>
      <Drawer open={drawer} onClose={() => setDrawer(false)} title={t("pages")} closeLabel={t("closePages")} side="start">
        <Thumbnails
          {...thumbnails}
          onSelect={(at) => {
            goTo(at);
            setDrawer(false);
          }}
          className="min-h-0 grow"
        />
      </Drawer>
    </div>
  );
}

/** Every page's size: the first one's until its own is known, which it is when it has been drawn. */
function useSizes(count: number, first: PageSize) {
  const [known, setKnown] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const sizes = useMemo(() => Array.from({ length: count }, (_, page) => known.get(page) ?? first), [count, first, known]);
  const onSize = useCallback(
    (page: number, size: PageSize) =>
      setKnown((old) => {
        const { width, height } = old.get(page) ?? first;
        return width === size.width && height === size.height ? old : new Map(old).set(page, size);
      }),
    [first],
  );
  return { sizes, onSize };
}

/** How far up on its page a destination lies, in points; undefined where it names only the page. */
function topOf(dest: unknown): number | undefined {
  if (!Array.isArray(dest)) return undefined;
  const kind = (dest[1] as { name?: string } | null)?.name;
  const top: unknown = kind === "XYZ" ? dest[3] : kind === "FitH" || kind === "FitBH" ? dest[2] : undefined;
  return typeof top === "number" ? top : undefined;
}

function PageFailed({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("documents.viewer");
  const common = useTranslations("common");
  return (
    <div dir="auto" className="absolute inset-0 grid place-content-center justify-items-center gap-4 p-6 text-center">
      <p role="alert">{t("pageFailed")}</p>
      <Button size="sm" onClick={onRetry}>
        {common("retry")}
      </Button>
    </div>
  );
}

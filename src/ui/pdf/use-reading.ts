"use client";

import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { GAP, offsetsOf, type PageSize, pageAt, scaleFor, type Zoom } from "./layout";

/** A view that is being resized is measured this often, in milliseconds: each time all visible pages are drawn anew. */
const MEASURE_MS = 120;

/** Where in the column of pages the reader is, and which pages are near; pages count from 0. */
export function useReading(scroller: RefObject<HTMLElement | null>, sizes: PageSize[], zoom: Zoom) {
  const view = useViewSize(scroller);
  const [place, setPlace] = useState({ page: 0, from: 0, to: -1 });
  const largest = useMemo(
    () => sizes.reduce((a, b) => ({ width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) })),
    [sizes],
  );
  const scale = scaleFor(zoom, view ?? largest, largest);
  const offsets = useMemo(() => offsetsOf(sizes, scale), [sizes, scale]);
  /** What stands at the view's upper edge: it stays there when pages change their size. */
  const anchor = useRef({ page: 0, part: 0, across: 0.5 });
  /** A page that was asked for is the current one, even where the view cannot begin with it. */
  const asked = useRef<{ page: number; top: number }>(undefined);

  const look = useCallback(() => {
    const box = scroller.current;
    if (!box || box.clientHeight === 0) return;
    const { scrollTop, clientHeight, scrollHeight, scrollLeft, clientWidth, scrollWidth } = box;
    const page = pageAt(offsets, scrollTop);
    const start = offsets[page] as number;
    anchor.current = {
      page,
      part: (scrollTop - start) / ((offsets[page + 1] as number) - start),
      across: (scrollLeft + clientWidth / 2) / scrollWidth,
    };
    if (asked.current && Math.abs(asked.current.top - scrollTop) >= 1) asked.current = undefined;
    const atEnd = scrollTop > 0 && scrollTop + clientHeight >= scrollHeight - 1;
    const next = {
      page: asked.current?.page ?? (atEnd ? sizes.length - 1 : pageAt(offsets, scrollTop + clientHeight / 3)),
      from: pageAt(offsets, scrollTop - clientHeight),
      to: pageAt(offsets, scrollTop + 2 * clientHeight),
    };
    setPlace((old) => (old.page === next.page && old.from === next.from && old.to === next.to ? old : next));
  }, [scroller, offsets, sizes.length]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: when the view is measured, too
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const { page, part, across } = anchor.current;
    const start = offsets[page] as number;
    box.scrollTop = start + part * ((offsets[page + 1] as number) - start);
    box.scrollLeft = across * box.scrollWidth - box.clientWidth / 2;
    if (asked.current) asked.current.top = box.scrollTop;
    look();
  }, [scroller, offsets, look, view]);

  const scrollTo = useCallback(
    (page: number, top: number) => {
      const box = scroller.current;
      if (!box) return;
      box.scrollTop = top;
      asked.current = { page, top: box.scrollTop };
      look();
    },
    [scroller, look],
  );

  /** To a page's beginning, or so far down on it, in pixels at 100 %. */
  const goTo = useCallback(
    (page: number, down = 0) => scrollTo(page, (offsets[page] as number) + (down > 0 ? GAP + down * scale : 0)),
    [scrollTo, offsets, scale],
  );

  /** Something on a page, brought into the view if it is outside. */
  const reveal = useCallback(
    (page: number, mark: Element) => {
      const box = scroller.current;
      if (!box) return;
      const frame = box.getBoundingClientRect();
      const { top, bottom, left, right, height } = mark.getBoundingClientRect();
      if (left < frame.left || right > frame.left + box.clientWidth) box.scrollLeft += left - frame.left - box.clientWidth / 3;
      const seen = top >= frame.top && bottom <= frame.top + box.clientHeight;
      scrollTo(page, seen ? box.scrollTop : box.scrollTop + top - frame.top - (box.clientHeight - height) / 2);
    },
    [scroller, scrollTo],
  );

  return { scale, view, page: place.page, from: place.from, to: place.to, look, goTo, reveal };
}

/** The inner size of an element; undefined until it is measured. */
function useViewSize(element: RefObject<HTMLElement | null>): PageSize | undefined {
  const [size, setSize] = useState<PageSize>();
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    let waiting: ReturnType<typeof setTimeout> | undefined;
    const measure = () => {
      waiting = undefined;
      const { clientWidth: width, clientHeight: height } = box;
      setSize((old) => (old?.width === width && old.height === height ? old : { width, height }));
    };
    const observer = new ResizeObserver(() => {
      waiting ??= setTimeout(measure, MEASURE_MS);
    });
    measure();
    observer.observe(box);
    return () => {
      clearTimeout(waiting);
      observer.disconnect();
    };
  }, [element]);
  return size;
}

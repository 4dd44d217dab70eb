"use client";

import type { PDFDocumentProxy } from "pdfjs-dist";
import { useEffect, useRef, useState } from "react";
import { findAll, type Hit, needleOf, type PageText, pageText } from "./text-search";

/** While pages are still read, what was found is shown after each so many of them. */
const SHOW_EVERY = 20;

interface Found {
  /** By page, counted from 0. */
  hits: Hit[][];
  done: boolean;
  /** Whether the document holds letters at all; a scanned one may not. */
  hasText: boolean;
}

/** One of the places that were found, by its page and its place among that page's. */
export interface Marked {
  page: number;
  at: number;
}

const NOTHING: Found = { hits: [], done: true, hasText: true };
const SEARCHING: Found = { ...NOTHING, done: false };

/** Looks for a text in the whole document, from the page that is being read onwards. */
export function useSearch(pdf: PDFDocumentProxy, query: string, page: number) {
  const [found, setFound] = useState<Found>(NOTHING);
  const [marked, setMarked] = useState<Marked>();
  const texts = useRef<(PageText | undefined)[]>([]);
  const begin = useRef(page);
  begin.current = page;

  useEffect(() => {
    const needle = needleOf(query);
    setMarked(undefined);
    setFound(needle === "" ? NOTHING : SEARCHING);
    if (needle === "") return;
    let stopped = false;
    const search = async () => {
      const hits: Hit[][] = Array.from({ length: pdf.numPages }, () => []);
      const from = begin.current;
      let first: number | undefined;
      for (let step = 0; step < pdf.numPages; step++) {
        const number = (from + step) % pdf.numPages;
        texts.current[number] ??= await readText(pdf, number + 1);
        if (stopped) return;
        const here = findAll(texts.current[number] as PageText, needle);
        hits[number] = here;
        if (first === undefined && here.length > 0) {
          first = number;
          setMarked({ page: number, at: 0 });
        }
        if (first === number || step % SHOW_EVERY === 0) setFound({ ...SEARCHING, hits: [...hits] });
      }
      setFound({ hits, done: true, hasText: texts.current.some((text) => text?.text) });
    };
    // A page that cannot be read says so where it is shown; what was found until then stands.
    search().catch(() => !stopped && setFound((old) => ({ ...old, done: true })));
    return () => {
      stopped = true;
    };
  }, [pdf, query]);

  const all = found.hits.flatMap((hits, number) => hits.map((_, at) => ({ page: number, at })));
  const index = marked ? all.findIndex(({ page: number, at }) => number === marked.page && at === marked.at) : -1;
  const step = (direction: 1 | -1) => {
    if (all.length > 0) setMarked(all[(index + direction + all.length) % all.length]);
  };
  return { ...found, total: all.length, index, marked, step };
}

async function readText(pdf: PDFDocumentProxy, number: number): Promise<PageText> {
  const page = await pdf.getPage(number);
  // With the marks of content, because the text layer is made so: they divide its pieces.
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  return pageText(
    items.flatMap((item) => {
      if (!("str" in item)) return [];
      const { str, transform, width, hasEOL } = item;
      // Text that is turned keeps the order in which the file holds it.
      const place = transform[1] === 0 && transform[2] === 0 ? { left: transform[4] as number, width } : {};
      return [{ text: str, endsLine: hasEOL, ...place }];
    }),
  );
}

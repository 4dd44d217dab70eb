"use client";

import { useEffect } from "react";
import { FIRST_PAGE } from "@/lib/constants";
import { pageCount } from "@/lib/page-math";

interface Paged {
  data: { data: readonly unknown[]; meta: { total: number } } | undefined;
  /** What shows is of another page or question still. */
  isPlaceholderData: boolean;
}

/** Leads away from a page whose last row has gone, to the one before it: what there is would seem to be gone, too. */
export function useWithinPages({ data, isPlaceholderData }: Paged, page: number, toPage: (page: number) => void): void {
  const beyond = data !== undefined && !isPlaceholderData && data.data.length === 0 && page > FIRST_PAGE;
  useEffect(() => {
    if (beyond) toPage(Math.max(FIRST_PAGE, Math.min(page - 1, pageCount(data.meta.total))));
  });
}

"use client";

import { useRouter as useProgressRouter } from "@bprogress/next/app";
import { useMemo } from "react";
import { mayLeave } from "./new-version";

/**
 * Next's router with the progress bar: code that navigates shows it as links do. Where the server has a new version the next page is
 * loaded whole, so that it is of that one.
 */
export function useRouter() {
  const router = useProgressRouter();
  return useMemo<typeof router>(
    () => ({
      ...router,
      push: (href, ...options) => (mayLeave() ? window.location.assign(href) : router.push(href, ...options)),
      replace: (href, ...options) => (mayLeave() ? window.location.replace(href) : router.replace(href, ...options)),
    }),
    [router],
  );
}

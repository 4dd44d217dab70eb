"use client";

import { usePathname, useSearchParams } from "next/navigation";

type Changes = Record<string, string | number | undefined>;

/** What a list shows stands in the address: a page can be shared, reloaded and gone back to. */
export function useAddress() {
  const pathname = usePathname();
  const params = useSearchParams();
  /** The address with these changes. A list that changes starts at its first page. */
  const href = (changes: Changes, from: string | URLSearchParams = params): string => {
    const next = new URLSearchParams(from);
    for (const [name, value] of Object.entries({ page: undefined, ...changes })) {
      if (value === undefined || value === "") next.delete(name);
      else next.set(name, String(value));
    }
    const query = next.toString();
    return query ? `${pathname}?${query}` : pathname;
  };
  return {
    params,
    search: (params.get("search") ?? "").trim().slice(0, 100),
    href,
    /** Not by the router: the page is the same document, and typing must not wait for it. */
    replace: (changes: Changes) => window.history.replaceState(null, "", href(changes, window.location.search)),
  };
}

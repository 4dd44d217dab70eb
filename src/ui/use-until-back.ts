"use client";

import { useEffect, useState } from "react";

/**
 * What is under way to another site, and over once somebody is back. A browser may show a page as it was left, with all that was under way:
 * the phone's gesture that goes back does.
 * @param none what it is while nothing is; give it the same each time
 */
export function useUntilBack<T extends string | boolean>(none: T) {
  const [value, set] = useState<T>(none);
  useEffect(() => {
    const shown = ({ persisted }: PageTransitionEvent) => {
      if (persisted) set(none);
    };
    window.addEventListener("pageshow", shown);
    return () => window.removeEventListener("pageshow", shown);
  }, [none]);
  return [value, set] as const;
}

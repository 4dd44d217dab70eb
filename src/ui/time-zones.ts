"use client";

import { useEffect, useState } from "react";

/** What is chosen is offered, too, where this browser does not know of it, or knows it by another name. */
export const withChosen = (list: string[], chosen: string | null): string[] =>
  !chosen || list.includes(chosen) ? list : [...list, chosen].sort();

/** The time zones that can be chosen. Known in the browser only: the page itself is the same document for all. */
export function useTimeZones(chosen: string | null): string[] {
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  return withChosen(zones, chosen);
}

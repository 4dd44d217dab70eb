"use client";

import { useEffect, useState } from "react";
import { isTimeZone } from "@/lib/days";

/**
 * The browser's time zone: whoever chose none for their account lives by it. Undefined where the browser knows none: some on Linux then
 * name one that there is not, such as "Etc/Unknown", which no calendar takes.
 */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}

/** What is chosen is offered, too, where this browser does not know of it, or knows it by another name. */
export const withChosen = (list: string[], chosen: string | null): string[] =>
  !chosen || list.includes(chosen) ? list : [...list, chosen].sort();

/** The time zones that can be chosen. Known in the browser only: the page itself is the same document for all. */
export function useTimeZones(chosen: string | null): string[] {
  const [zones, setZones] = useState<string[]>([]);
  useEffect(() => setZones(Intl.supportedValuesOf("timeZone")), []);
  return withChosen(zones, chosen);
}

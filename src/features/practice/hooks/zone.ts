"use client";

import { isTimeZone } from "@/features/account/rules";

/**
 * The browser's time zone: whoever chose none for their account lives by it. Undefined where the browser knows none: some on Linux then
 * name one that there is not, such as "Etc/Unknown", which no calendar takes.
 */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return isTimeZone(timeZone) ? timeZone : undefined;
}

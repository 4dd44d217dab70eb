"use client";

import { useLocale } from "next-intl";
import { useMemo } from "react";
import { localeTag } from "@/lib/locales";

/** The one way to write dates, numbers and durations in the reader's language and time zone. */
export function useFormat() {
  const tag = localeTag(useLocale());
  return useMemo(() => {
    const number = new Intl.NumberFormat(tag);
    const two = new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 });
    const minutes = new Intl.NumberFormat(tag, { style: "unit", unit: "minute", unitDisplay: "short", maximumFractionDigits: 1 });
    const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" });
    const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" });
    const percent = new Intl.NumberFormat(tag, { style: "percent" });
    const bytes = (unit: "kilobyte" | "megabyte" | "gigabyte") =>
      new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: unit === "kilobyte" ? 0 : 1 });
    return {
      number: (value: number) => number.format(value),
      minutes: (value: number) => minutes.format(value),
      percent: (value: number) => percent.format(value),
      date: (iso: string) => date.format(new Date(iso)),
      dateTime: (iso: string) => dateTime.format(new Date(iso)),
      /** Minutes and seconds, as a clock shows them. */
      clock: (ms: number) => {
        const seconds = Math.round(ms / 1000);
        return `${number.format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
      },
      size: (value: number) => {
        if (value >= 1e9) return bytes("gigabyte").format(value / 1e9);
        return value >= 1e6 ? bytes("megabyte").format(value / 1e6) : bytes("kilobyte").format(value / 1e3);
      },
    };
  }, [tag]);
}

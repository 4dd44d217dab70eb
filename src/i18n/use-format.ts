"use client";

import { useLocale, useTranslations } from "next-intl";
import { createContext, useContext, useMemo } from "react";
import { DAY_MS } from "@/lib/durations";
import { type Locale, localeDirection, localeOfTag, localeTag } from "@/lib/locales";
import { chargedDigits, formatMoney } from "@/lib/money";

/** Letters that are read from the right: beside others of theirs, or digits, they would change places with them. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** When the day of an instant began where the reader is, in milliseconds. */
const midnight = (at: Date): number => new Date(at).setHours(0, 0, 0, 0);

/** What tells what time it is, in milliseconds since 1970: this device's clock, unless something above knows better. */
export const Clock = createContext<() => number>(Date.now);

/** The one way to write dates, numbers, durations and what joins words in the reader's language and time zone. */
export function useFormat() {
  const tag = useLocale();
  const common = useTranslations("common");
  const now = useContext(Clock);
  // Where all is read from the right, names and sizes beside each other would change places.
  const turned = localeDirection(localeOfTag(tag)) === "rtl";
  return useMemo(() => {
    const number = new Intl.NumberFormat(tag);
    const two = new Intl.NumberFormat(tag, { minimumIntegerDigits: 2 });
    const minutes = new Intl.NumberFormat(tag, { style: "unit", unit: "minute", unitDisplay: "short", maximumFractionDigits: 1 });
    const seconds = new Intl.NumberFormat(tag, { style: "unit", unit: "second", unitDisplay: "short", maximumFractionDigits: 1 });
    const tenths = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
    const hundredths = new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    const date = new Intl.DateTimeFormat(tag, { dateStyle: "medium" });
    // A day of a calendar is the same everywhere.
    const month = new Intl.DateTimeFormat(tag, { month: "long", year: "numeric", timeZone: "UTC" });
    const weekday = new Intl.DateTimeFormat(tag, { weekday: "short", timeZone: "UTC" });
    const initial = new Intl.DateTimeFormat(tag, { weekday: "narrow", timeZone: "UTC" });
    const longDay = new Intl.DateTimeFormat(tag, { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" });
    const day = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeZone: "UTC" });
    const dayMonth = new Intl.DateTimeFormat(tag, { day: "numeric", month: "short", timeZone: "UTC" });
    const shortMonth = new Intl.DateTimeFormat(tag, { month: "short", year: "2-digit", timeZone: "UTC" });
    const dateTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" });
    const time = new Intl.DateTimeFormat(tag, { timeStyle: "short" });
    const wallTime = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });
    const clockTime = new Intl.DateTimeFormat(tag, { timeStyle: "short", timeZone: "UTC" });
    const relative = new Intl.RelativeTimeFormat(tag, { numeric: "auto" });
    const year = new Intl.NumberFormat(tag, { useGrouping: false });
    const country = new Intl.DisplayNames(tag, { type: "region" });
    const language = new Intl.DisplayNames(tag, { type: "language" });
    const list = new Intl.ListFormat(tag, { type: "conjunction" });
    const signed = new Intl.NumberFormat(tag, { signDisplay: "exceptZero", maximumFractionDigits: 1 });
    const percent = new Intl.NumberFormat(tag, { style: "percent" });
    const rate = new Intl.NumberFormat(tag, { style: "percent", maximumFractionDigits: 2 });
    const quantity = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 });
    const long = (unit: "minute" | "hour" | "day") => new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "long" });
    const bytes = (unit: "kilobyte" | "megabyte" | "gigabyte") =>
      new Intl.NumberFormat(tag, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: unit === "kilobyte" ? 0 : 1 });
    return {
      number: (value: number) => number.format(value),
      minutes: (value: number) => minutes.format(value),
      /** A span of time in seconds and tenths. */
      seconds: (ms: number) => seconds.format(Math.round(ms / 100) / 10),
      /** A measured value: one place behind the point, also where it is zero. */
      tenths: (value: number) => tenths.format(value),
      /** The same with two places, as areas are measured. */
      hundredths: (value: number) => hundredths.format(value),
      /** A difference, with its sign. */
      signed: (value: number) => signed.format(value),
      list: (parts: string[]) => list.format(parts),
      /** What something is called and what it is, with the colon that the language sets between them. */
      labelled: (label: string, text: string) => common("labelled", { of: label, is: text }),
      /** Facts in one line, each set apart in its own direction; an empty one is left out. Where elements are to be joined: `Joined`. */
      joined: (pieces: string[]) => {
        const apart = (piece: string) => (turned || FROM_RIGHT.test(piece) ? `\u2068${piece}\u2069` : piece);
        return pieces
          .filter((piece) => piece !== "")
          .map(apart)
          .join(common("separator"));
      },
      percent: (value: number) => percent.format(value),
      /** @param basisPoints such as 750 for 7.5 % */
      rate: (basisPoints: number) => rate.format(basisPoints / 10_000),
      /** @param thousandths such as 2500 for 2.5 */
      quantity: (thousandths: number) => quantity.format(thousandths / 1000),
      /** A month or a day as it stands in short dates: 07. */
      twoDigits: (value: number) => two.format(value),
      /** @param minor in minor units, @param currency ISO 4217 */
      money: (minor: number, currency: string) => formatMoney(tag, minor, currency),
      /** An amount as Stripe counts it. */
      charge: (minor: number, currency: string) => formatMoney(tag, minor, currency, chargedDigits(currency)),
      /** A number that names something, such as a job's: without separators, as it is called and searched for. */
      reference: (value: number) => year.format(value),
      /** A year stands without separators. */
      year: (value: number) => year.format(value),
      /** A country's name, by its ISO 3166-1 code. */
      country: (code: string) => country.of(code) ?? code,
      /** A language's name in the reader's own. */
      language: (locale: Locale) => language.of(localeTag(locale).split("-")[0] ?? "") ?? locale,
      date: (iso: string) => date.format(new Date(iso)),
      /** The name of a day such as 2026-01-31, in short. */
      weekday: (of: string) => weekday.format(new Date(`${of}T00:00:00Z`)),
      /** The same as its first letter, where seven of them stand in little room. */
      weekdayInitial: (of: string) => initial.format(new Date(`${of}T00:00:00Z`)),
      /** The same day with its name and month, as one would say it of the near future. */
      longDay: (of: string) => longDay.format(new Date(`${of}T00:00:00Z`)),
      /** So many days from today, in words: yesterday, in 3 days. */
      daysFromNow: (days: number) => relative.format(days, "day"),
      /** The month and year of a day such as 2026-01-31. */
      month: (of: string) => month.format(new Date(`${of}T00:00:00Z`)),
      shortMonth: (of: string) => shortMonth.format(new Date(`${of}T00:00:00Z`)),
      /** A day such as 2026-01-31, which is the same everywhere. */
      day: (of: string) => day.format(new Date(`${of}T00:00:00Z`)),
      /** The same without its year. */
      dayMonth: (of: string) => dayMonth.format(new Date(`${of}T00:00:00Z`)),
      /** A time of a clock such as 14:30, wherever that clock hangs. */
      clockTime: (of: string) => clockTime.format(new Date(`1970-01-01T${of}:00Z`)),
      /** A day and a time of a clock such as 2026-01-31T14:30, wherever that clock hangs. */
      wallTime: (of: string) => wallTime.format(new Date(`${of}:00Z`)),
      time: (iso: string) => time.format(new Date(iso)),
      dateTime: (iso: string) => dateTime.format(new Date(iso)),
      /** How long ago something was; the day itself where that is more than a month. */
      ago: (iso: string) => {
        // Clocks differ a little: what just happened on the server was not in the future.
        const minutes = Math.max(0, Math.floor((now() - Date.parse(iso)) / 60_000));
        if (minutes < 1) return relative.format(0, "second");
        if (minutes < 60) return relative.format(-minutes, "minute");
        if (minutes < 24 * 60) return relative.format(-Math.floor(minutes / 60), "hour");
        // "Yesterday" is a day of the calendar, and not so many hours.
        const days = Math.round((midnight(new Date(now())) - midnight(new Date(iso))) / DAY_MS);
        return days <= 30 ? relative.format(-days, "day") : date.format(new Date(iso));
      },
      /** Minutes and seconds, as a clock shows them. */
      clock: (ms: number) => {
        const seconds = Math.round(ms / 1000);
        return `${number.format(Math.floor(seconds / 60))}:${two.format(seconds % 60)}`;
      },
      /** A span of time in words, rounded up to what one would say: 25 minutes, 3 hours, 2 days. */
      duration: (seconds: number) => {
        const minutes = Math.max(5, Math.ceil(seconds / 300) * 5);
        if (minutes < 60) return long("minute").format(minutes);
        const hours = Math.ceil(seconds / 3600);
        return hours <= 36 ? long("hour").format(hours) : long("day").format(Math.ceil(hours / 24));
      },
      size: (value: number) => {
        if (value >= 1e9) return bytes("gigabyte").format(value / 1e9);
        return value >= 1e6 ? bytes("megabyte").format(value / 1e6) : bytes("kilobyte").format(value / 1e3);
      },
    };
  }, [tag, now, common, turned]);
}

"use client";

import { useMemo } from "react";
import { useFormat } from "@/i18n/use-format";
import { dayIn, shownAt } from "@/lib/days";

interface Span {
  startsAt: string;
  endsAt: string;
}

/** Instants as the shop's clocks show them, wherever the reader is. */
export function useShopTime(timeZone: string) {
  const format = useFormat();
  return useMemo(() => {
    const parts = (iso: string) => {
      const shown = shownAt(new Date(iso), timeZone);
      return { day: shown.slice(0, 10), clock: format.clockTime(shown.slice(11)) };
    };
    const time = (iso: string) => parts(iso).clock;
    const thisYear = dayIn(new Date(), timeZone).slice(0, 4);
    const dayTime = (iso: string) => {
      const { day, clock } = parts(iso);
      return `${day.startsWith(thisYear) ? format.dayMonth(day) : format.day(day)}, ${clock}`;
    };
    const sameDay = ({ startsAt, endsAt }: Span) => parts(startsAt).day === parts(endsAt).day;
    return {
      time,
      /** With the year, where it is another one. */
      dayTime,
      /** From when to when; with the days where it is more than one. */
      span: (of: Span) => (sameDay(of) ? `${time(of.startsAt)} – ${time(of.endsAt)}` : `${dayTime(of.startsAt)} – ${dayTime(of.endsAt)}`),
      /** The same where no day stands beside it: each day once. */
      daySpan: (of: Span) => `${dayTime(of.startsAt)} – ${sameDay(of) ? time(of.endsAt) : dayTime(of.endsAt)}`,
    };
  }, [format, timeZone]);
}

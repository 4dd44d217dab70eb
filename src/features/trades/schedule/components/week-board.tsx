"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn, dayStart, daysBetween } from "@/lib/days";
import type { Interval } from "@/lib/working-time";
import { type Dragged, useDrag } from "../hooks/use-drag";
import type { Booking, Move } from "../hooks/use-move";
import { useNowLine } from "../hooks/use-now-line";
import { handedOver, pulledByDays, workedBy } from "../rules";
import { asTimes, type BoardProps, intervalOf } from "./boards";
import { BookingBar } from "./booking-bar";
import { ResourceHead } from "./resource-head";

const meets = (one: { startsAt: string; endsAt: string }, { start, end }: Interval): boolean =>
  Date.parse(one.startsAt) < end && start < Date.parse(one.endsAt);

const COLUMNS = "grid grid-cols-[16rem_repeat(7,minmax(0,1fr))]";

/** Seven days: for each resource what it is booked for on each of them. */
export function WeekBoard({
  workspace,
  rows,
  monday,
  timeZone,
  bookings,
  absences,
  calendarOf,
  clock,
  mayChange,
  onOpen,
  onNew,
  onMove,
}: BoardProps & { monday: string; timeZone: string }) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  const now = useNowLine();
  const days = Array.from({ length: 7 }, (_, at) => addDays(monday, at));
  const spans = days.map((day) => ({
    day,
    start: dayStart(day, timeZone).getTime(),
    end: dayStart(addDays(day, 1), timeZone).getTime(),
  }));
  const worked = spans.map((span) => workedBy(rows, calendarOf, span));
  const today = now ? dayIn(new Date(now), timeZone) : "";
  // What lasts longer is taken by the day on which it begins, but by its end, which may be at midnight, on the day before.
  const firstDay = (booking: Booking) => dayIn(new Date(booking.startsAt), timeZone);
  const lastDay = (booking: Booking) => dayIn(new Date(Date.parse(booking.endsAt) - 1), timeZone);
  /** What a booking becomes where the pointer is; an end follows it over whatever row. */
  const moveOf = ({ booking, resource, pull, over: { resource: onto, day } }: Dragged): Move => {
    if (!onto || !day) return booking;
    const days = daysBetween(pull === "end" ? lastDay(booking) : firstDay(booking), day);
    return {
      ...asTimes(pulledByDays(intervalOf(booking), pull, days, timeZone)),
      resources: pull === "move" ? handedOver(booking.resources, resource, onto) : booking.resources,
    };
  };
  const drag = useDrag((dragged) => onMove(dragged.booking, moveOf(dragged)));
  const { dragged } = drag;
  /** The booking of which an end is being pulled, as it would become. */
  const resized = dragged && dragged.pull !== "move" ? { ...dragged.booking, ...moveOf(dragged) } : undefined;

  return (
    <div className="overflow-x-auto rounded-box border border-line bg-surface shadow-card">
      <div className="min-w-4xl">
        <div className={clsx(COLUMNS, "border-b border-line text-sm")}>
          <span />
          {days.map((day) => (
            <p
              key={day}
              aria-current={day === today ? "date" : undefined}
              className={clsx(
                "border-s border-line px-2 py-2 font-medium",
                day === today ? "bg-primary-soft text-primary-text" : "text-ink-soft",
              )}
            >
              {format.weekday(day)} {format.dayMonth(day)}
            </p>
          ))}
        </div>
        <ul>
          {rows.map((row) => (
            <li key={row.uid} className={clsx(COLUMNS, "border-b border-line last:border-0")}>
              <ResourceHead workspace={workspace} resource={row} onNew={mayChange ? () => onNew(row.uid) : undefined} />
              {spans.map((span, at) => {
                const becomes = (one: Booking) => (one.uid === resized?.uid ? resized : one);
                // A day that a booking would leave keeps its bar, paler, until it is let go: the pointer may hold it.
                const own = bookings.filter((one) => one.resources.includes(row.uid) && (meets(one, span) || meets(becomes(one), span)));
                const away = absences.some((one) => one.resourceUid === row.uid && meets(one, span));
                return (
                  <div
                    key={span.day}
                    {...(away || own.length > 0 ? { role: "group", "aria-label": format.longDay(span.day) } : {})}
                    data-resource={row.uid}
                    data-day={span.day}
                    className={clsx(
                      "grid min-h-16 content-start gap-1 border-s border-line p-1",
                      worked[at]?.get(row.uid)?.length === 0 && "not-worked",
                    )}
                  >
                    {away ? <p className="px-1 text-xs text-ink-soft">{t("away")}</p> : null}
                    {own.map((booking) => {
                      const shown = becomes(booking);
                      const [first, last] = [firstDay(booking) === span.day, lastDay(booking) === span.day];
                      const moving =
                        dragged?.pull === "move" && dragged.booking.uid === booking.uid && dragged.resource === row.uid && first
                          ? dragged
                          : undefined;
                      return (
                        <BookingBar
                          key={booking.uid}
                          booking={shown}
                          resource={row}
                          clock={clock}
                          onOpen={() => onOpen(booking)}
                          drag={mayChange ? drag : undefined}
                          ends={[...(first ? (["start"] as const) : []), ...(last ? (["end"] as const) : [])]}
                          className={clsx(
                            "relative w-full",
                            moving && "z-20 translate-x-(--along) translate-y-(--down) shadow-float rtl:-translate-x-(--along)",
                            shown !== booking && (meets(shown, span) ? "shadow-float" : "opacity-40"),
                          )}
                          style={moving ? ({ "--along": `${moving.along}px`, "--down": `${moving.down}px` } as never) : undefined}
                        />
                      );
                    })}
                  </div>
                );
              })}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { addDays, dayIn, dayStart, daysBetween, shownAt, whenShown } from "@/lib/days";
import { type Dragged, type Target, useDrag } from "../hooks/use-drag";
import type { Booking, Move } from "../hooks/use-move";
import { useNowLine } from "../hooks/use-now-line";
import { handedOver, workedBy } from "../rules";
import type { BoardProps } from "./boards";
import { BookingBar } from "./booking-bar";
import { ResourceHead } from "./resource-head";

/** The same time of the day, so many days later: clocks may be changed in between. */
const later = (iso: string, days: number, timeZone: string): string => {
  const shown = shownAt(new Date(iso), timeZone);
  return whenShown(addDays(shown.slice(0, 10), days) + shown.slice(10), timeZone).toISOString();
};

const COLUMNS = "grid grid-cols-[13rem_repeat(7,minmax(0,1fr))]";

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
  const meets = (one: { startsAt: string; endsAt: string }, { start, end }: { start: number; end: number }) =>
    Date.parse(one.startsAt) < end && start < Date.parse(one.endsAt);

  const drop = ({ booking, resource }: Dragged, { resource: onto, day }: Target, from: string) => {
    if (!onto || !day) return;
    const away = daysBetween(from, day);
    const to: Move = {
      startsAt: later(booking.startsAt, away, timeZone),
      endsAt: later(booking.endsAt, away, timeZone),
      resources: handedOver(booking.resources, resource, onto),
    };
    onMove(booking, to);
  };
  // What lasts longer is taken by the day on which it begins.
  const firstDay = (booking: Booking) => dayIn(new Date(booking.startsAt), timeZone);
  const drag = useDrag((dragged, target) => drop(dragged, target, firstDay(dragged.booking)));
  const { dragged } = drag;

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
                const own = bookings.filter((one) => one.resources.includes(row.uid) && meets(one, span));
                const away = absences.some((one) => one.resourceUid === row.uid && meets(one, span));
                return (
                  <div
                    key={span.day}
                    data-resource={row.uid}
                    data-day={span.day}
                    className={clsx(
                      "grid min-h-16 content-start gap-1 border-s border-line p-1",
                      worked[at]?.get(row.uid)?.length === 0 && "bg-sunken",
                    )}
                  >
                    {away ? <p className="px-1 text-xs text-ink-soft">{t("away")}</p> : null}
                    {own.map((booking) => {
                      const moving =
                        dragged?.booking.uid === booking.uid && dragged.resource === row.uid && firstDay(booking) === span.day
                          ? dragged
                          : undefined;
                      return (
                        <BookingBar
                          key={booking.uid}
                          booking={booking}
                          resource={row}
                          clock={clock}
                          onOpen={() => onOpen(booking)}
                          drag={mayChange ? drag : undefined}
                          className={clsx(
                            "w-full",
                            moving && "relative z-20 translate-x-(--along) translate-y-(--down) shadow-float rtl:-translate-x-(--along)",
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

"use client";

import clsx from "clsx";
import { useTranslations } from "next-intl";
import { useRef } from "react";
import { HOUR_MS } from "@/lib/durations";
import type { Interval } from "@/lib/working-time";
import { type Dragged, useDrag } from "../hooks/use-drag";
import { useNowLine } from "../hooks/use-now-line";
import { handedOver, placed, pulled, shownHours, workedBy } from "../rules";
import { asTimes, type BoardProps, intervalOf } from "./boards";
import { BookingBar } from "./booking-bar";
import { ResourceHead } from "./resource-head";

const ENDS = ["start", "end"] as const;

const asStyle = ({ at, size }: { at: number; size: number }) => ({ insetInlineStart: `${at}%`, inlineSize: `${size}%` });

/** One day: a line for each resource, along which its bookings stand at their times. */
export function DayBoard({
  workspace,
  rows,
  day,
  bookings,
  absences,
  calendarOf,
  clock,
  mayChange,
  onOpen,
  onNew,
  onMove,
}: BoardProps & { day: Interval }) {
  const t = useTranslations("trades.schedule");
  const lines = useRef<HTMLDivElement>(null);
  const now = useNowLine();
  const worked = workedBy(rows, calendarOf, day);
  const whole = shownHours(day, [...[...worked.values()].flat(), ...bookings.map(intervalOf)]);
  const hours = Array.from({ length: Math.ceil((whole.end - whole.start) / HOUR_MS) }, (_, hour) => whole.start + hour * HOUR_MS);
  const every = hours.length > 14 ? 3 : hours.length > 9 ? 2 : 1;

  /** How much time so many pixels of a line are. */
  const msOf = (pixels: number) => {
    const line = lines.current?.querySelector<HTMLElement>("[data-resource]");
    return line ? (pixels / line.clientWidth) * (whole.end - whole.start) : 0;
  };
  const drop = ({ booking, resource, pull, along, over: { resource: onto } }: Dragged) => {
    const times = asTimes(pulled(intervalOf(booking), pull, msOf(along)));
    onMove(booking, { ...times, resources: pull === "move" && onto ? handedOver(booking.resources, resource, onto) : booking.resources });
  };
  const drag = useDrag(drop);
  const shift = (uid: string, resource: string) => {
    const { dragged } = drag;
    if (dragged?.booking.uid !== uid) return undefined;
    return { ...dragged, down: dragged.resource === resource ? dragged.down : 0 };
  };

  return (
    <div ref={lines} className="overflow-x-auto rounded-box border border-line bg-surface shadow-card">
      <div className="min-w-4xl">
        <div aria-hidden="true" className="grid grid-cols-[16rem_minmax(0,1fr)] border-b border-line text-sm text-ink-soft">
          <span />
          <div className="relative h-9">
            {hours.map((hour, at) =>
              at % every === 0 ? (
                <span
                  key={hour}
                  className="absolute inset-y-0 flex items-center border-s border-line ps-1.5 whitespace-nowrap"
                  style={{ insetInlineStart: `${placed({ start: hour, end: hour }, whole).at}%` }}
                >
                  {clock.time(new Date(hour).toISOString())}
                </span>
              ) : null,
            )}
          </div>
        </div>
        <ul>
          {rows.map((row) => {
            const own = bookings.filter(({ resources }) => resources.includes(row.uid));
            const away = absences.filter(({ resourceUid }) => resourceUid === row.uid);
            return (
              <li key={row.uid} className="grid grid-cols-[16rem_minmax(0,1fr)] border-b border-line last:border-0">
                <ResourceHead workspace={workspace} resource={row} onNew={mayChange ? () => onNew(row.uid) : undefined} />
                <div data-resource={row.uid} className="not-worked relative min-h-16">
                  {worked.get(row.uid)?.map((time) => (
                    <div key={time.start} className="absolute inset-y-0 bg-surface" style={asStyle(placed(time, whole))} />
                  ))}
                  {hours.map((hour) => (
                    <div
                      key={hour}
                      className="absolute inset-y-0 border-s border-line"
                      style={{ insetInlineStart: `${placed({ start: hour, end: hour }, whole).at}%` }}
                    />
                  ))}
                  {away.map((absence) => (
                    <p
                      key={absence.uid}
                      className="absolute inset-y-0 overflow-hidden bg-[repeating-linear-gradient(135deg,var(--surface-sunken)_0_8px,var(--line)_8px_9px)] px-2 py-1 text-sm text-ink-soft"
                      style={asStyle(placed(intervalOf(absence), whole))}
                    >
                      <span className="rounded-sm bg-sunken px-1">{t("away")}</span>
                    </p>
                  ))}
                  {now >= whole.start && now < whole.end ? (
                    <div
                      className="pointer-events-none absolute inset-y-0 z-10 border-s-2 border-danger"
                      style={{ insetInlineStart: `${placed({ start: now, end: now }, whole).at}%` }}
                    />
                  ) : null}
                  {own.map((booking) => {
                    const moving = shift(booking.uid, row.uid);
                    const time = moving ? pulled(intervalOf(booking), moving.pull, msOf(moving.along)) : intervalOf(booking);
                    return (
                      <BookingBar
                        key={booking.uid}
                        booking={booking}
                        resource={row}
                        clock={clock}
                        onOpen={() => onOpen(booking)}
                        drag={mayChange ? drag : undefined}
                        ends={ENDS}
                        className={clsx("absolute inset-y-1.5", moving && "z-20 shadow-float")}
                        style={{
                          ...asStyle(placed(time, whole)),
                          ...(moving?.pull === "move" ? { transform: `translateY(${moving.down}px)` } : {}),
                        }}
                      />
                    );
                  })}
                </div>
              </li>
            );
          })}
        </ul>
      </div>
    </div>
  );
}

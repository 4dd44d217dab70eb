"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { BoardProps } from "./boards";
import { BookingBar } from "./booking-bar";
import { ResourceHead } from "./resource-head";

/** One day on a phone: resource by resource what it is booked for. */
export function Agenda({ workspace, rows, bookings, absences, clock, mayChange, onOpen, onNew }: BoardProps) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  return (
    <ul className="grid gap-3">
      {rows.map((row) => {
        const own = bookings.filter(({ resources }) => resources.includes(row.uid));
        const away = absences.filter(({ resourceUid }) => resourceUid === row.uid);
        return (
          <li key={row.uid} className="rounded-box border border-line bg-surface shadow-card">
            <div className="[&>div]:border-e-0">
              <ResourceHead workspace={workspace} resource={row} onNew={mayChange ? () => onNew(row.uid) : undefined} />
            </div>
            <div className="grid gap-2 px-3 pb-3">
              {away.map((absence) => (
                <p key={absence.uid} className="rounded-box bg-sunken px-2 py-1.5 text-sm text-ink-soft">
                  {format.labelled(t("away"), clock.span(absence))}
                </p>
              ))}
              {own.map((booking) => (
                <BookingBar
                  key={booking.uid}
                  booking={booking}
                  resource={row}
                  clock={clock}
                  onOpen={() => onOpen(booking)}
                  className="w-full"
                />
              ))}
              {own.length === 0 && away.length === 0 ? <p className="text-sm text-ink-soft">{t("nothing")}</p> : null}
            </div>
          </li>
        );
      })}
    </ul>
  );
}

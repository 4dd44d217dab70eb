"use client";

import { PlusIcon, TrashIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { useFormat } from "@/i18n/use-format";
import { addDays } from "@/lib/days";
import { clockOf, DAY_MINUTES, type HourRange, minuteOf, type WeekHours } from "@/lib/working-time";
import { IconButton } from "@/ui/button";
import { passFocusAlong } from "@/ui/pass-focus-on";
import { inOrder, MOST_RANGES } from "../rules";

/** A Monday: the names of the weekdays are told by the days from it on. */
const MONDAY = "2024-01-01";
const FIELD =
  "h-11 min-w-0 flex-1 rounded-box border border-line-strong/70 bg-surface px-1.5 text-sm text-ink hover:border-line-strong @lg:max-w-36 @lg:px-2.5 @lg:text-base";

/** The next hours of a day: after those that are there, or the usual ones. */
const following = (ranges: HourRange[]): HourRange => {
  const last = ranges.at(-1);
  if (!last) return { from: 8 * 60, to: 17 * 60 };
  const from = Math.min(last.to + 60, DAY_MINUTES - 60);
  return { from, to: Math.min(from + 4 * 60, DAY_MINUTES) };
};

/** When one works, weekday by weekday. */
export function HoursFields({ label, value, onChange }: { label: string; value: WeekHours; onChange: (hours: WeekHours) => void }) {
  const t = useTranslations("trades.scheduler");
  const format = useFormat();
  const id = useId();
  const set = (weekday: number, ranges: HourRange[]) => onChange(value.map((day, at) => (at === weekday ? ranges : day)));
  return (
    <fieldset className="@container">
      <legend className="mb-2 text-[0.95rem] font-semibold">{label}</legend>
      <div className="divide-y divide-line">
        {value.map((ranges, weekday) => {
          const name = addDays(MONDAY, weekday);
          const day = format.weekday(name);
          const problem = inOrder(ranges) ? undefined : `${id}-${weekday}`;
          const told = { "aria-invalid": problem !== undefined, "aria-describedby": problem };
          const change = (at: number, part: "from" | "to", clock: string) => {
            // A clock shows the end of a day as its beginning.
            const minute = part === "to" && clock === "00:00" ? DAY_MINUTES : minuteOf(clock);
            if (clock) set(weekday, ranges.with(at, { from: 0, to: 0, ...ranges[at], [part]: minute }));
          };
          return (
            <div key={name} tabIndex={-1} className="flex flex-wrap items-start gap-x-3 py-2">
              <p className="flex min-h-11 flex-1 items-center font-medium @lg:max-w-14">{day}</p>
              <div className="order-last grid min-w-0 basis-full grid-cols-1 gap-2 @lg:order-none @lg:flex-1 @lg:basis-0">
                {ranges.length === 0 ? <p className="flex min-h-11 items-center text-ink-soft">{t("free")}</p> : null}
                {ranges.map(({ from, to }, at) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the ranges of a day are known by their place
                  <div key={at} className="flex items-center gap-1 @lg:gap-2">
                    <input
                      {...told}
                      type="time"
                      required
                      aria-label={t("fromOn", { day, number: format.number(at + 1) })}
                      className={FIELD}
                      value={clockOf(from)}
                      onChange={(event) => change(at, "from", event.target.value)}
                    />
                    <span aria-hidden="true">–</span>
                    <input
                      {...told}
                      type="time"
                      required
                      aria-label={t("toOn", { day, number: format.number(at + 1) })}
                      className={FIELD}
                      value={clockOf(to % DAY_MINUTES)}
                      onChange={(event) => change(at, "to", event.target.value)}
                    />
                    <IconButton
                      ref={passFocusAlong}
                      label={t("removeHours", { day, number: format.number(at + 1) })}
                      onClick={() => set(weekday, ranges.toSpliced(at, 1))}
                    >
                      <TrashIcon />
                    </IconButton>
                  </div>
                ))}
                {problem ? <HoursProblem id={problem} /> : null}
              </div>
              {ranges.length < MOST_RANGES && ranges.at(-1)?.to !== DAY_MINUTES ? (
                <IconButton label={t("addHours", { day })} onClick={() => set(weekday, [...ranges, following(ranges)])}>
                  <PlusIcon />
                </IconButton>
              ) : null}
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

function HoursProblem({ id }: { id: string }) {
  const t = useTranslations("validation");
  return (
    <p id={id} role="alert" className="text-sm font-medium text-danger">
      {t("hourOrder")}
    </p>
  );
}

"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { addDays, dayIn, dayStart, weekOf, whenShown } from "@/lib/days";
import { HOUR_MS } from "@/lib/durations";
import { clockOf, USUAL_HOURS } from "@/lib/working-time";
import { trpc } from "@/trpc/client";
import { firstFailed, isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { useMedia } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { useAddress } from "@/ui/use-address";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import type { Resource } from "../../resources/components/resource-list";
import { manages } from "../../rules";
import { plannedDay } from "../../schema";
import { type Booking, useMove } from "../hooks/use-move";
import { useNowLine } from "../hooks/use-now-line";
import { useShopTime } from "../hooks/use-shop-time";
import { Agenda } from "./agenda";
import type { BoardProps } from "./boards";
import { BookingDialog, type Wish } from "./booking-dialog";
import { BookingView } from "./booking-view";
import { DayBoard } from "./day-board";
import { ScheduleBar, type Span } from "./schedule-bar";
import { WeekBoard } from "./week-board";

export function SchedulePage() {
  return <WorkspaceFrame tab="schedule">{(workspace) => <Schedule key={workspace.uid} workspace={workspace} />}</WorkspaceFrame>;
}

/** Who is booked when; which days show, and how, stands in the address. */
function Schedule({ workspace }: { workspace: Workspace }) {
  const t = useTranslations("trades.schedule");
  const { params, replace } = useAddress();
  const wide = useMedia("(min-width: 64rem)");
  const { uid: workspaceId, timeZone } = workspace;
  const clock = useShopTime(timeZone);
  const mayChange = manages(workspace.role);
  const given = params.get("day");
  // A page that is left open goes on to the next day with the shop.
  const now = useNowLine();
  const today = dayIn(new Date(now || Date.now()), timeZone);
  const day = plannedDay.safeParse(given).data ?? today;
  // A phone shows one day.
  const span: Span = wide && params.get("view") !== "day" ? "week" : "day";
  const input = { workspaceId, from: span === "week" ? weekOf(day) : day, days: span === "week" ? 7 : 1 };
  // Never another day's: under this day's name they would be taken for its own.
  const query = trpc.trades.schedule.view.useQuery(input);
  const resources = trpc.trades.resources.list.useQuery({ workspaceId });
  const settings = trpc.trades.resources.settings.useQuery({ workspaceId });
  const move = useMove(input);
  const [opened, setOpened] = useState<Booking | { wish: Wish }>();
  // Whoever is mentioned in a note on a booking is led to it.
  const [pointed, setPointed] = useState(params.get("notes"));

  const failed = firstFailed([resources, settings]);
  if (failed) return <LoadFailed query={failed} />;
  if (!resources.data || !settings.data) return <LoadingList />;
  const all = resources.data.data;
  if (all.length === 0)
    return (
      <Notice icon={<CalendarDaysIcon />} title={t("empty")} text={t("emptyText")}>
        {mayChange ? <ButtonLink href={settingsHref(workspaceId, "scheduler")}>{t("toSettings")}</ButtonLink> : null}
      </Notice>
    );
  const { bookings, absences } = query.data?.data ?? { bookings: [], absences: [] };
  const { hours, holidays } = settings.data.data;
  const rows = all.filter(({ uid, kind, retired }) => kind !== "team" && (!retired || bookings.some((one) => one.resources.includes(uid))));

  /** Two hours from when one begins to work on that day. */
  const begin = (named: string[], on = day) => {
    const [row] = all.filter(({ uid }) => named.includes(uid));
    const weekday = (row?.hours ?? hours)[(new Date(`${on}T00:00:00Z`).getUTCDay() + 6) % 7];
    const start = whenShown(`${on}T${clockOf(weekday?.[0]?.from ?? USUAL_HOURS[0]?.[0]?.from ?? 0)}`, timeZone);
    setOpened({ wish: { resources: named, startsAt: start.toISOString(), endsAt: new Date(start.getTime() + 2 * HOUR_MS).toISOString() } });
  };
  const board: BoardProps = {
    workspace,
    rows,
    bookings,
    absences,
    calendarOf: (resource: Resource) => ({ timeZone, hours: resource.hours ?? hours, holidays }),
    clock,
    mayChange,
    onOpen: setOpened,
    onNew: (resource, on) => begin([resource], on),
    onMove: move,
  };
  const within = { start: dayStart(day, timeZone).getTime(), end: dayStart(addDays(day, 1), timeZone).getTime() };
  const holiday = span === "day" ? holidays.find((one) => one.day === day) : undefined;
  const close = () => {
    setOpened(undefined);
    setPointed(null);
  };
  const shown = opened ?? bookings.find(({ uid }) => uid === pointed);
  const booking = shown && "uid" in shown ? shown : null;
  return (
    <>
      <ScheduleBar
        workspace={workspace}
        resources={all}
        day={day}
        today={today}
        span={span}
        mayChooseSpan={wide}
        onDay={(next) => replace({ day: next })}
        onSpan={(view) => replace({ view: view === "day" ? view : undefined })}
        onNew={mayChange ? () => begin([]) : undefined}
      />
      {holiday ? (
        <p className="mb-4 rounded-box bg-info-soft px-4 py-2 text-info">
          <bdi>{holiday.name}</bdi>
        </p>
      ) : null}
      {isMissing(query) ? <LoadFailed query={query} /> : null}
      {isComing(query) ? <LoadingList /> : null}
      {query.data && !wide ? <Agenda {...board} /> : null}
      {query.data && wide && span === "day" ? <DayBoard {...board} day={within} /> : null}
      {query.data && wide && span === "week" ? <WeekBoard {...board} monday={input.from} timeZone={timeZone} /> : null}
      {booking && !mayChange ? <BookingView workspace={workspace} booking={booking} resources={all} clock={clock} onClose={close} /> : null}
      {shown && mayChange ? (
        <BookingDialog
          workspace={workspace}
          booking={booking}
          wish={"wish" in shown ? shown.wish : shown}
          resources={all}
          onClose={close}
        />
      ) : null}
    </>
  );
}

"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { addDays, dayIn, whenShown } from "@/lib/days";
import { clockOf, USUAL_HOURS } from "@/lib/working-time";
import { trpc } from "@/trpc/client";
import { Button, ButtonLink } from "@/ui/button";
import { settingsHref } from "../../components/places";
import type { Workspace } from "../../components/workspace-frame";
import type { Booking } from "../hooks/use-move";
import { nextWorkDay } from "../rules";
import { BookingDialog } from "./booking-dialog";

const HOUR_MS = 3_600_000;

/** Books somebody for a job, from where that one stands: on the next day on which the shop works, for two hours to begin with. */
export function BookJob({ workspace, job }: { workspace: Workspace; job: NonNullable<Booking["job"]> }) {
  const t = useTranslations("trades.schedule");
  const [open, setOpen] = useState(false);
  const { uid: workspaceId, timeZone } = workspace;
  const resources = trpc.trades.resources.list.useQuery({ workspaceId });
  const settings = trpc.trades.resources.settings.useQuery({ workspaceId });
  const all = resources.data?.data ?? [];
  if (resources.data && all.length === 0)
    return (
      <ButtonLink look="outline" href={settingsHref(workspaceId, "scheduler")}>
        {t("toSettings")}
      </ButtonLink>
    );
  const { day, from } = nextWorkDay(settings.data?.data.hours ?? USUAL_HOURS, addDays(dayIn(new Date(), timeZone), 1));
  const start = whenShown(`${day}T${clockOf(from)}`, timeZone);
  const wish = { resources: [], startsAt: start.toISOString(), endsAt: new Date(start.getTime() + 2 * HOUR_MS).toISOString(), job };
  return (
    <>
      <Button
        look="outline"
        icon={<CalendarDaysIcon className="size-5" />}
        busy={resources.isLoading || settings.isLoading}
        onClick={() => setOpen(true)}
      >
        {t("new")}
      </Button>
      {open ? <BookingDialog workspace={workspace} booking={null} wish={wish} resources={all} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

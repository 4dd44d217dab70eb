"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { addDays, dayIn, whenShown } from "@/lib/days";
import { HOUR_MS } from "@/lib/durations";
import { clockOf, type WeekHours } from "@/lib/working-time";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Button, ButtonLink } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";
import type { Booking } from "../hooks/use-move";
import { nextWorkDay } from "../rules";
import { BookingDialog, type Wish } from "./booking-dialog";

/** On the next day on which the shop works, for two hours to begin with. */
function wishFor(job: NonNullable<Booking["job"]>, hours: WeekHours, timeZone: string): Wish {
  const { day, from } = nextWorkDay(hours, addDays(dayIn(new Date(), timeZone), 1));
  const start = whenShown(`${day}T${clockOf(from)}`, timeZone);
  return { resources: [], startsAt: start.toISOString(), endsAt: new Date(start.getTime() + 2 * HOUR_MS).toISOString(), job };
}

/** Books somebody for a job, from where that one stands. */
export function BookJob({ workspace, job }: { workspace: Workspace; job: NonNullable<Booking["job"]> }) {
  const t = useTranslations("trades.schedule");
  const [open, setOpen] = useState(false);
  const { uid: workspaceId, timeZone } = workspace;
  const resources = trpc.trades.resources.list.useQuery({ workspaceId });
  const settings = trpc.trades.resources.settings.useQuery({ workspaceId });
  const failed = [resources, settings].find(isMissing);
  if (resources.data?.data.length === 0)
    return (
      <ButtonLink look="outline" href={settingsHref(workspaceId, "scheduler")}>
        {t("toSettings")}
      </ButtonLink>
    );
  const close = () => setOpen(false);
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
      {!open ? null : resources.data && settings.data ? (
        <BookingDialog
          workspace={workspace}
          booking={null}
          wish={wishFor(job, settings.data.data.hours, timeZone)}
          resources={resources.data.data}
          onClose={close}
        />
      ) : (
        <Dialog open onClose={close} title={t("new")}>
          {failed ? <LoadFailed query={failed} /> : <LoadingList />}
        </Dialog>
      )}
    </>
  );
}

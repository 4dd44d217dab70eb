"use client";

import { MapPinIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { Badge } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import type { Workspace } from "../../components/workspace-frame";
import { mapHref } from "../../customers/rules";
import { jobHref } from "../../hrefs";
import { NotesButton } from "../../notes/components/notes-button";
import type { Resource } from "../../resources/components/resource-list";
import type { Booking } from "../hooks/use-move";
import type { useShopTime } from "../hooks/use-shop-time";

const LINK = "inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline";

interface BookingViewProps {
  workspace: Workspace;
  booking: Booking;
  resources: Resource[];
  clock: ReturnType<typeof useShopTime>;
  onClose: () => void;
}

/** What somebody is booked for: when, with whom, where, and what is to be known. */
export function BookingView({ workspace, booking, resources, clock, onClose }: BookingViewProps) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  const { title, state, note, job, address } = booking;
  const names = resources.filter(({ uid }) => booking.resources.includes(uid)).map(({ name }) => name);
  const map = mapHref(address);
  return (
    <Dialog open onClose={onClose} title={title}>
      <div className="grid gap-3 text-ink">
        <p className="flex flex-wrap items-center gap-2">
          {clock.daySpan(booking)}
          <Badge tone={state === "confirmed" ? "success" : "warning"}>{t(`states.${state}`)}</Badge>
        </p>
        <p>
          <bdi>{format.list(names)}</bdi>
        </p>
        {job ? (
          <Link href={jobHref(workspace.uid, { uid: job.uid })} className={LINK}>
            <bdi>
              #{format.reference(job.number)} {job.title}
            </bdi>
          </Link>
        ) : null}
        {map ? (
          <a href={map} target="_blank" rel="noreferrer" className={LINK}>
            <MapPinIcon className="size-5 shrink-0" aria-hidden="true" />
            <bdi className="wrap-anywhere">{address.replaceAll("\n", ", ")}</bdi>
          </a>
        ) : null}
        {note ? (
          <p dir="auto" className="whitespace-pre-line wrap-anywhere">
            {note}
          </p>
        ) : null}
        <NotesButton workspace={workspace} subject={{ bookingUid: booking.uid }} title={title} />
      </div>
    </Dialog>
  );
}

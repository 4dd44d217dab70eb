"use client";

import { CalendarDaysIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { shownAt } from "@/lib/days";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Badge } from "@/ui/card";
import { Section } from "@/ui/editing/parts";
import type { Workspace } from "../../components/workspace-frame";
import { workspaceHref } from "../../hrefs";
import { manages } from "../../rules";
import type { Booking } from "../hooks/use-move";
import { useShopTime } from "../hooks/use-shop-time";
import { BookJob } from "./book-job";

/** When somebody comes for a job, and who: the latest first. Who manages books from here; others see nothing where nobody was booked. */
export function JobTimes({
  workspace,
  job: { uid: jobUid, number, title: jobTitle },
}: {
  workspace: Workspace;
  job: NonNullable<Booking["job"]>;
}) {
  const t = useTranslations("trades.schedule");
  const format = useFormat();
  const clock = useShopTime(workspace.timeZone);
  const query = trpc.trades.schedule.ofJob.useQuery({ workspaceId: workspace.uid, jobUid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const bookings = query.data?.data.bookings ?? [];
  const mayBook = manages(workspace.role);
  if (bookings.length === 0 && !mayBook) return null;
  return (
    <Section
      title={t("jobTimes")}
      action={mayBook ? <BookJob workspace={workspace} job={{ uid: jobUid, number, title: jobTitle }} /> : null}
    >
      {query.data && bookings.length === 0 ? <p className="text-ink-soft">{t("nothing")}</p> : null}
      <ul className="divide-y divide-line">
        {bookings.map(({ uid, title, state, startsAt, endsAt, names }) => (
          <li key={uid} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 py-2.5 first:pt-0 last:pb-0">
            <div className="min-w-0">
              <Link
                href={`${workspaceHref(workspace.uid, "schedule")}&day=${shownAt(new Date(startsAt), workspace.timeZone).slice(0, 10)}`}
                className="inline-flex min-h-11 items-center gap-2 rounded-sm font-medium text-primary-text underline-offset-4 hover:underline"
              >
                <CalendarDaysIcon className="size-5 shrink-0" aria-hidden="true" />
                {clock.daySpan({ startsAt, endsAt })}
              </Link>
              <p className="text-sm text-ink-soft wrap-anywhere">{format.joined([title, format.list(names)])}</p>
            </div>
            <Badge tone={state === "confirmed" ? "success" : "warning"}>{t(`states.${state}`)}</Badge>
          </li>
        ))}
      </ul>
    </Section>
  );
}

"use client";

import { CalendarDaysIcon, ExclamationTriangleIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { dayIn } from "@/lib/days";
import type { Workspace } from "../../components/workspace-frame";
import type { JobRowDto } from "../dto";
import { isOverdue } from "../rules";

/** The day a job is due, and that it is late, by the workspace's calendar; nothing where it has none. */
export function DueDay({ workspace, job }: { workspace: Workspace; job: Pick<JobRowDto, "dueOn" | "state"> }) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  if (job.dueOn === null) return null;
  const late = isOverdue(job, dayIn(new Date(), workspace.timeZone));
  const Icon = late ? ExclamationTriangleIcon : CalendarDaysIcon;
  return (
    <span className={late ? "inline-flex items-center gap-1.5 font-medium text-danger" : "inline-flex items-center gap-1.5"}>
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span>
        <span className="sr-only">{format.labelled(t(late ? "late" : "due"), "")}</span>
        {format.day(job.dueOn)}
      </span>
    </span>
  );
}

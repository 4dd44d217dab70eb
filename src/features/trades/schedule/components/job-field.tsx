"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { SelectField } from "@/ui/field";
import type { Workspace } from "../../components/workspace-frame";
import type { Booking } from "../hooks/use-move";

interface JobFieldProps {
  workspace: Workspace;
  value: string | null;
  /** The one that the booking is for now: it may be over, and is offered all the same. */
  known: Booking["job"];
  onChange: (uid: string | null, title: string) => void;
}

export function JobField({ workspace, value, known, onChange }: JobFieldProps) {
  const t = useTranslations("trades.schedule");
  const query = trpc.trades.schedule.jobs.useQuery({ workspaceId: workspace.uid });
  const open = query.data?.data ?? [];
  const jobs = known && !open.some(({ uid }) => uid === known.uid) ? [known, ...open] : open;
  const choose = (uid: string) => onChange(uid || null, jobs.find((job) => job.uid === uid)?.title ?? "");
  return (
    <SelectField label={t("job")} value={value ?? ""} onChange={(event) => choose(event.target.value)}>
      <option value="">{t("noJob")}</option>
      {jobs.map(({ uid, number, title }) => (
        <option key={uid} value={uid}>
          #{number} {title}
        </option>
      ))}
    </SelectField>
  );
}

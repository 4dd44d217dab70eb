"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, useWhyNothing } from "@/trpc/load-failed";
import { ComboField } from "@/ui/combo-field";
import { useTypedSearch } from "@/ui/use-typed-search";
import type { Workspace } from "../../components/workspace-frame";
import type { Booking } from "../hooks/use-move";

interface JobFieldProps {
  workspace: Workspace;
  value: string | null;
  /** The one that it is now. */
  known: Booking["job"];
  onChange: (uid: string | null, title: string) => void;
  error?: string | undefined;
}

/** What a time is booked for, or a task is of: found by number, title or customer. */
export function JobField({ workspace, value, known, onChange, error }: JobFieldProps) {
  const t = useTranslations("trades.schedule");
  const words = useTranslations("trades.jobs");
  const format = useFormat();
  const whyNothing = useWhyNothing();
  const [search, onType] = useTypedSearch();
  const workspaceId = workspace.uid;
  const query = trpc.trades.jobs.list.useQuery({ workspaceId, ...(search ? { search } : {}) }, { placeholderData: keepPreviousData });
  const chosen = trpc.trades.jobs.view.useQuery({ workspaceId, uid: value ?? "" }, { enabled: value !== null && value !== known?.uid });
  const rows = query.data?.data ?? [];
  const all = [...rows, ...(known ? [known] : []), ...(chosen.data ? [chosen.data.data] : [])];
  const jobOf = (uid: string | null) => all.find((job) => job.uid === uid);
  const nameOf = (job: { number: number; title: string } | undefined) => (job ? `#${format.reference(job.number)} ${job.title}` : "");
  return (
    <ComboField
      label={t("job")}
      error={error}
      placeholder={words("search")}
      value={value}
      options={rows.map((job) => ({ value: job.uid, text: nameOf(job), detail: job.customer.name }))}
      textOf={(uid) => nameOf(jobOf(uid))}
      onChange={(uid) => onChange(uid, jobOf(uid)?.title ?? "")}
      onType={onType}
      onFocus={() => isMissing(query) && void query.refetch()}
      openLabel={words("openJobs")}
      noneLabel={t("noJob")}
      nothing={whyNothing(query, words("nothingFits"))}
    />
  );
}

"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { Section } from "@/ui/editing/parts";
import { LoadingList } from "@/ui/spinner";
import type { Workspace } from "../../components/workspace-frame";
import { entryHref } from "../../hrefs";
import { EntryBy, EntryState } from "./entry-state";
import { StartForm } from "./start-form";

/** What was filled in for a job, and a way to fill in more. */
export function JobForms({ workspace, jobUid }: { workspace: Workspace; jobUid: string }) {
  const t = useTranslations("trades.entries");
  const query = trpc.trades.entries.ofJob.useQuery({ workspaceId: workspace.uid, jobUid });
  if (isMissing(query)) return <LoadFailed query={query} />;
  const entries = query.data?.data.entries ?? [];
  return (
    <Section title={t("title")} action={<StartForm workspace={workspace} jobUid={jobUid} />}>
      {query.data ? null : <LoadingList />}
      {query.data && entries.length === 0 ? <p className="text-ink-soft">{t("noneForJob")}</p> : null}
      <ul className="grid gap-4">
        {entries.map((entry) => (
          <li key={entry.uid}>
            <Link
              href={entryHref(workspace.uid, entry.uid)}
              className="inline-flex min-h-11 items-center rounded-sm font-medium text-primary-text underline-offset-4 wrap-anywhere hover:underline"
            >
              <bdi>{entry.form.name}</bdi>
            </Link>
            <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-soft">
              <EntryState state={entry.state} />
              <EntryBy {...entry} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

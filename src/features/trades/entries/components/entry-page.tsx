"use client";

import Link from "next/link";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { jobHref, workspaceHref } from "../../hrefs";
import { Notes } from "../../notes/components/notes";
import { manages } from "../../rules";
import type { EntryDto } from "../dto";
import { keptForm } from "../hooks/entry-drafts";
import { AnswersView } from "./answers-view";
import { DiscardEntry } from "./discard-entry";
import { EntryBy, EntryState } from "./entry-state";
import { FillForm } from "./fill-form";
import { LeftOut } from "./left-out";
import { PdfButton } from "./pdf-button";

/** One form: to be filled in by whoever began it, and to be read once it was handed in. */
export function EntryPage() {
  const uid = useSearchParams().get("uid") ?? "";
  return <WorkspaceFrame tab="forms">{(workspace) => <Loaded key={uid} workspace={workspace} uid={uid} />}</WorkspaceFrame>;
}

function Loaded({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.entries");
  const format = useFormat();
  const router = useRouter();
  const query = trpc.trades.entries.view.useQuery({ workspaceId: workspace.uid, uid });
  // Whoever was filling it in as it was thrown away has what the server does not.
  const asked = query.isError ? keptForm(uid) : undefined;
  if (isNowhere(query))
    return (
      <div className="grid gap-4">
        <Notice tone="danger" title={t("gone")}>
          <ButtonLink href={workspaceHref(workspace.uid, "forms")} look="outline">
            {t("all")}
          </ButtonLink>
        </Notice>
        {asked ? <LeftOut workspaceId={workspace.uid} entry={{ uid, definition: asked, answers: {} }} told={t("begun.kept")} /> : null}
      </div>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const entry = query.data.data;
  const { form, job, task, state, yours } = entry;
  const back = job ? jobHref(workspace.uid, { uid: job.uid }) : workspaceHref(workspace.uid, "forms");
  return (
    <>
      <BackLink href={back} text={job ? t("backToJob") : t("all")} />
      <div className="mb-5 flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-xl font-bold wrap-anywhere">
            <bdi>{form.name}</bdi>
          </h2>
          <div className="mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-sm text-ink-soft">
            <EntryState state={state} />
            <EntryBy {...entry} />
            {job ? (
              <Link
                href={jobHref(workspace.uid, { uid: job.uid })}
                className="rounded-sm font-medium text-primary-text underline-offset-4 wrap-anywhere hover:underline"
              >
                <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
              </Link>
            ) : null}
            {task ? <span className="wrap-anywhere">{t("document.task", { title: task.title })}</span> : null}
          </div>
        </div>
        {state === "submitted" ? (
          <div className="flex items-center gap-2">
            <PdfButton workspaceId={workspace.uid} uid={entry.uid} />
            {manages(workspace.role) ? (
              <DiscardEntry workspaceId={workspace.uid} entry={entry} onDone={() => router.replace(back)} />
            ) : null}
          </div>
        ) : null}
      </div>
      {state === "submitted" ? (
        <div className="grid max-w-2xl gap-5">
          <LeftOut workspaceId={workspace.uid} entry={entry} told={t("leftOut.told")} />
          <Card className="p-4 sm:p-6">
            <AnswersView workspaceId={workspace.uid} entry={entry} />
          </Card>
        </div>
      ) : yours ? (
        <FillForm workspace={workspace} entry={entry} />
      ) : (
        <Others workspace={workspace} entry={entry} />
      )}
      <div className="mt-6 max-w-2xl">
        <Notes workspace={workspace} subject={{ entryUid: entry.uid }} />
      </div>
    </>
  );
}

/** What somebody else has begun: who manages can throw it away. */
function Others({ workspace, entry }: { workspace: Workspace; entry: EntryDto }) {
  const t = useTranslations("trades.entries");
  return (
    <div className="grid gap-4">
      <Notice title={t("othersDraft")} />
      <div className="justify-self-start">
        <DiscardEntry workspaceId={workspace.uid} entry={entry} />
      </div>
    </div>
  );
}

"use client";

import { EnvelopeIcon, PencilSquareIcon } from "@heroicons/react/24/outline";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { isMissing, isNowhere, LoadFailed } from "@/trpc/load-failed";
import { BackLink } from "@/ui/back-link";
import { Button, ButtonLink } from "@/ui/button";
import { Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import { type Workspace, WorkspaceFrame } from "../../components/workspace-frame";
import { JobCosts } from "../../costs/components/job-costs";
import { JobForms } from "../../entries/components/job-forms";
import { Documents } from "../../files/components/documents";
import { jobHref, workspaceHref } from "../../hrefs";
import { JobInvoices } from "../../invoices/components/job-invoices";
import { Notes } from "../../notes/components/notes";
import { JobPieces } from "../../pieces/components/job-pieces";
import { JobQuotes } from "../../quotes/components/job-quotes";
import { JobStock } from "../../reservations/components/job-stock";
import { manages } from "../../rules";
import { JobTimes } from "../../schedule/components/job-times";
import { JobTasks } from "../../tasks/components/job-tasks";
import { WriteDialog } from "../../texts/components/write-dialog";
import { Timeline } from "../../timeline/components/timeline";
import { useMoving } from "../hooks/use-moving";
import { JobFacts } from "./job-facts";
import { JobForm } from "./job-form";
import { MovesMenu } from "./moves-menu";
import { JobStateBadge } from "./state-badge";

export type Job = RouterOutputs["trades"]["jobs"]["view"]["data"];

/** One job. Without an identity in the address a new one. */
export function JobPage() {
  const t = useTranslations("trades.jobs");
  const params = useSearchParams();
  const uid = params.get("uid") ?? "";
  return (
    <WorkspaceFrame tab="jobs">
      {(workspace) => (
        <>
          <BackLink href={workspaceHref(workspace.uid, "jobs")} text={t("all")} />
          {uid || !manages(workspace.role) ? (
            <Existing key={uid} workspace={workspace} uid={uid} />
          ) : (
            <>
              <h2 className="mb-5 text-xl font-bold">{t("new")}</h2>
              <NewJob workspace={workspace} customer={params.get("customer") ?? ""} />
            </>
          )}
        </>
      )}
    </WorkspaceFrame>
  );
}

function NewJob({ workspace, customer }: { workspace: Workspace; customer: string }) {
  const router = useRouter();
  const open = ({ uid }: Job) => router.replace(jobHref(workspace.uid, { uid }));
  return <JobForm workspace={workspace} job={null} customer={customer} onSaved={open} />;
}

function Existing({ workspace, uid }: { workspace: Workspace; uid: string }) {
  const t = useTranslations("trades.jobs");
  const format = useFormat();
  const [editing, setEditing] = useState(false);
  const [writing, setWriting] = useState(false);
  const { begin, dialog } = useMoving(workspace);
  const query = trpc.trades.jobs.view.useQuery({ workspaceId: workspace.uid, uid });
  if (isNowhere(query))
    return (
      <Notice tone="danger" title={t("gone")}>
        <ButtonLink href={workspaceHref(workspace.uid, "jobs")} look="outline">
          {t("all")}
        </ButtonLink>
      </Notice>
    );
  if (isMissing(query)) return <LoadFailed query={query} />;
  if (!query.data) return <LoadingList />;
  const job = query.data.data;
  return (
    <>
      <div className="mb-5 flex flex-wrap items-center justify-between gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
          <h2 className="min-w-0 text-xl font-bold wrap-anywhere">
            <bdi className="text-ink-soft">#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </h2>
          <JobStateBadge workspaceId={workspace.uid} state={job.state} />
        </div>
        {editing ? null : (
          <div className="flex flex-wrap items-center gap-2">
            {manages(workspace.role) ? (
              <>
                <Button look="outline" icon={<EnvelopeIcon className="size-5" />} onClick={() => setWriting(true)}>
                  {t("write")}
                </Button>
                <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setEditing(true)}>
                  {t("edit")}
                </Button>
              </>
            ) : null}
            <MovesMenu wide workspace={workspace} job={job} onMove={(to) => begin(job, to)} />
          </div>
        )}
      </div>
      {editing ? (
        <JobForm workspace={workspace} job={job} onSaved={() => setEditing(false)} onCancel={() => setEditing(false)} />
      ) : (
        <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <div className="grid min-w-0 gap-6">
            <JobFacts workspace={workspace} job={job} />
            <JobTimes workspace={workspace} job={job} />
            <JobTasks workspace={workspace} jobUid={job.uid} />
            <JobPieces workspace={workspace} job={job} />
            <JobStock workspace={workspace} jobUid={job.uid} />
            {manages(workspace.role) ? (
              <>
                <JobQuotes workspace={workspace} jobUid={job.uid} />
                <JobCosts workspace={workspace} jobUid={job.uid} />
                <JobInvoices workspace={workspace} jobUid={job.uid} />
              </>
            ) : null}
            <JobForms workspace={workspace} jobUid={job.uid} />
            <Documents workspace={workspace} subject={{ jobUid: job.uid }} />
          </div>
          <div className="grid min-w-0 gap-6">
            <Notes workspace={workspace} subject={{ jobUid: job.uid }} />
            <Timeline workspace={workspace} jobUid={job.uid} />
          </div>
        </div>
      )}
      {dialog}
      {writing ? <WriteDialog workspace={workspace} jobUid={job.uid} onClose={() => setWriting(false)} /> : null}
    </>
  );
}

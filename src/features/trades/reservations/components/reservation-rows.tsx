"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { passFocusOn } from "@/ui/pass-focus-on";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { itemHref, jobHref } from "../../hrefs";
import { JobField } from "../../schedule/components/job-field";
import { useAmounts } from "../../stock/hooks/use-amounts";

export type Reservation = RouterOutputs["trades"]["reservations"]["list"]["data"][number];

interface RowsProps {
  workspace: Workspace;
  reservations: Reservation[];
  /** What is known already, and so is not said of each of them. */
  of: "item" | "job";
}

/** What is put aside, each to be taken or let go. */
export function ReservationRows({ workspace, reservations, of }: RowsProps) {
  const t = useTranslations("trades.stock");
  const common = useTranslations("common");
  const format = useFormat();
  const amountOf = useAmounts();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState<Reservation>();
  const issue = trpc.trades.reservations.issue.useMutation();
  const release = trpc.trades.reservations.release.useMutation();
  const busy = issue.isPending ? issue.variables?.uid : release.isPending ? release.variables?.uid : undefined;

  const send = async (how: "issue" | "release", { uid, version }: Reservation, jobUid?: string): Promise<string | undefined> => {
    const about = { workspaceId: workspace.uid, uid, version };
    try {
      if (how === "release") await release.mutateAsync(about);
      else await issue.mutateAsync({ ...about, ...(jobUid ? { jobUid } : {}) });
      notify("success", t(how === "issue" ? "issued" : "released"));
      return undefined;
    } catch (error) {
      const { code, message } = toApiError(error);
      return code === "conflict" ? t("endedMeanwhile") : (message ?? common("offline"));
    } finally {
      await Promise.all([utils.trades.stock.invalidate(), utils.trades.reservations.invalidate()]);
    }
  };
  const act = (how: "issue" | "release", one: Reservation) => {
    if (how === "issue" && !one.job) return setAsking(one);
    void send(how, one).then((problem) => problem && notify("error", problem));
  };
  /** Whoever hears a button alone knows what it is about. */
  const named = (act: string, { quantity, item, job, note }: Reservation) => {
    const about = of === "job" ? item.name : job ? `#${format.reference(job.number)} ${job.title}` : note;
    return format.labelled(act, `${amountOf(quantity, item.unit)} ${about}`.trim());
  };
  return (
    <>
      <ul tabIndex={-1} className="divide-y divide-line">
        {reservations.map((one) => (
          <li key={one.uid} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <What workspace={workspace} reservation={one} of={of} />
            <div className="flex flex-wrap gap-2">
              <Button
                ref={passFocusOn}
                size="sm"
                className="min-h-11"
                aria-label={named(t("acts.issue"), one)}
                busy={busy === one.uid && issue.isPending}
                onClick={() => act("issue", one)}
              >
                {t("acts.issue")}
              </Button>
              <Button
                ref={passFocusOn}
                look="outline"
                size="sm"
                className="min-h-11"
                aria-label={named(t("release"), one)}
                busy={busy === one.uid && release.isPending}
                onClick={() => act("release", one)}
              >
                {t("release")}
              </Button>
            </div>
          </li>
        ))}
      </ul>
      {asking ? (
        <ForJob
          workspace={workspace}
          title={t("actTitles.issue", { name: asking.item.name })}
          busy={issue.isPending}
          onClose={() => setAsking(undefined)}
          onIssue={async (jobUid) => {
            const problem = await send("issue", asking, jobUid);
            if (!problem) setAsking(undefined);
            return problem;
          }}
        />
      ) : null}
    </>
  );
}

function What({ workspace, reservation, of }: { workspace: Workspace; reservation: Reservation; of: RowsProps["of"] }) {
  const format = useFormat();
  const amountOf = useAmounts();
  const { item, job, quantity, note, createdAt } = reservation;
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="font-medium wrap-anywhere">
        {amountOf(quantity, item.unit)}
        {of === "item" ? null : (
          <>
            {" "}
            <Way href={itemHref(workspace.uid, item.uid)}>
              <bdi>{item.name}</bdi>
            </Way>
          </>
        )}
      </p>
      {of === "item" && job ? (
        <p className="wrap-anywhere">
          <Way href={jobHref(workspace.uid, { uid: job.uid })}>
            <bdi>#{format.reference(job.number)}</bdi> <bdi>{job.title}</bdi>
          </Way>
        </p>
      ) : null}
      {note ? (
        <p dir="auto" className="wrap-anywhere">
          {note}
        </p>
      ) : null}
      <p className="flex flex-wrap gap-x-3 text-sm text-ink-soft">
        {of === "job" && item.bin ? <bdi>{item.bin}</bdi> : null}
        <time dateTime={createdAt}>{format.dateTime(createdAt)}</time>
      </p>
    </div>
  );
}

const Way = ({ href, children }: { href: string; children: ReactNode }) => (
  <Link href={href} className="rounded-sm font-medium text-primary-text underline-offset-4 hover:underline">
    {children}
  </Link>
);

interface ForJobProps {
  workspace: Workspace;
  title: string;
  busy: boolean;
  onClose: () => void;
  /** Gives what stood in the way. */
  onIssue: (jobUid: string) => Promise<string | undefined>;
}

/** For which job something is taken that was put aside for none. */
function ForJob({ workspace, title, busy, onClose, onIssue }: ForJobProps) {
  const t = useTranslations("trades.stock");
  const validation = useTranslations("validation");
  const [jobUid, setJobUid] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [problem, setProblem] = useState<string>();
  const submit = async () => {
    setMissing(!jobUid);
    if (jobUid) setProblem(await onIssue(jobUid));
  };
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        noValidate
        className="grid gap-5 text-ink"
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <JobField
          workspace={workspace}
          value={jobUid}
          known={null}
          onChange={setJobUid}
          error={missing && !jobUid ? validation("required") : undefined}
        />
        {problem ? <Alert tone="danger">{problem}</Alert> : null}
        <DialogActions onCancel={onClose} type="submit" busy={busy}>
          {t("acts.issue")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

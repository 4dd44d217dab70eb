"use client";

import { PencilSquareIcon } from "@heroicons/react/24/outline";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { Button, ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { LoadingList } from "@/ui/spinner";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { entryHref, settingsHref } from "../../hrefs";
import { manages } from "../../rules";

/** Begins an entry and opens it. */
export function useStart(workspace: Workspace) {
  const router = useRouter();
  const utils = trpc.useUtils();
  return trpc.trades.entries.start.useMutation({
    // Without a network it fails at once, and opens nothing by itself when there is one again.
    onSuccess: (answer) => {
      utils.trades.entries.view.setData({ workspaceId: workspace.uid, uid: answer.data.uid }, answer);
      router.push(entryHref(workspace.uid, answer.data.uid));
    },
  });
}

/** Which of the shop's forms is filled in. */
export function StartForm({ workspace, jobUid = null }: { workspace: Workspace; jobUid?: string | null }) {
  const t = useTranslations("trades.entries");
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="outline" icon={<PencilSquareIcon className="size-5" />} onClick={() => setOpen(true)}>
        {t("start")}
      </Button>
      {open ? <StartDialog workspace={workspace} jobUid={jobUid} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function StartDialog({ workspace, jobUid, onClose }: { workspace: Workspace; jobUid: string | null; onClose: () => void }) {
  const t = useTranslations("trades.entries");
  const errorMessage = useErrorMessage();
  const workspaceId = workspace.uid;
  const query = trpc.trades.forms.open.useQuery({ workspaceId });
  const start = useStart(workspace);
  const forms = query.data?.data.forms ?? [];
  return (
    <Dialog open onClose={onClose} title={t("start")}>
      <div className="grid gap-4 text-ink">
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {query.data && forms.length === 0 ? (
          <>
            <p className="text-ink-soft">{t("noForms")}</p>
            {manages(workspace.role) ? (
              <ButtonLink look="outline" className="justify-self-start" href={settingsHref(workspaceId, "forms")}>
                {t("build")}
              </ButtonLink>
            ) : null}
          </>
        ) : null}
        <ul className="grid gap-2">
          {forms.map(({ uid, name }) => (
            <li key={uid}>
              <button
                type="button"
                disabled={start.isPending}
                onClick={() => start.mutate({ workspaceId, formUid: uid, jobUid })}
                className="min-h-13 w-full rounded-box border border-line-strong/60 bg-surface px-4 py-2 text-start font-medium transition-colors wrap-anywhere hover:border-line-strong hover:bg-sunken disabled:opacity-55"
              >
                <bdi>{name}</bdi>
              </button>
            </li>
          ))}
        </ul>
        {start.error ? <Alert tone="danger">{errorMessage(start.error)}</Alert> : null}
      </div>
    </Dialog>
  );
}

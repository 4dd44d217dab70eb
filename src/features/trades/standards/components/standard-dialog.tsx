"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Checkbox } from "@/ui/checkboxes";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";

/** Which of the shop's standard tasks a job gets: all at once. */
export function StandardDialog({ workspace, jobUid, onClose }: { workspace: Workspace; jobUid: string; onClose: () => void }) {
  const t = useTranslations("trades.standards");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const query = trpc.trades.standards.list.useQuery({ workspaceId: workspace.uid });
  const [left, setLeft] = useState<string[]>([]);
  const add = trpc.trades.standards.use.useMutation({
    onSuccess: async ({ data }) => {
      notify("success", t("added", { count: data.added }));
      await utils.trades.invalidate();
      onClose();
    },
  });
  const all = query.data?.data.tasks ?? [];
  const uids = all.map(({ uid }) => uid).filter((uid) => !left.includes(uid));
  return (
    <Dialog open onClose={onClose} title={t("choose")}>
      <div className="grid gap-4 text-ink">
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {query.data && all.length === 0 ? (
          <>
            <p className="text-ink-soft">{t("none")}</p>
            <ButtonLink look="outline" href={settingsHref(workspace.uid, "tasks-list")}>
              {t("setUp")}
            </ButtonLink>
          </>
        ) : null}
        {all.length > 0 ? (
          <>
            <fieldset>
              <legend className="sr-only">{t("choose")}</legend>
              {all.map(({ uid, title }) => (
                <Checkbox
                  key={uid}
                  label={title}
                  checked={!left.includes(uid)}
                  onChange={({ target }) => setLeft(target.checked ? left.filter((one) => one !== uid) : [...left, uid])}
                />
              ))}
            </fieldset>
            {add.error ? <Alert tone="danger">{errorMessage(add.error)}</Alert> : null}
            <DialogActions
              onCancel={onClose}
              busy={add.isPending}
              disabled={uids.length === 0}
              onClick={() => add.mutate({ workspaceId: workspace.uid, jobUid, uids })}
            >
              {t("add", { count: uids.length })}
            </DialogActions>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}

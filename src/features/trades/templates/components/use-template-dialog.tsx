"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { dayIn } from "@/lib/days";
import { toApiError, trpc } from "@/trpc/client";
import { isComing, isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorMessage } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { SelectField, TextField } from "@/ui/field";
import { LoadingList } from "@/ui/spinner";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { settingsHref } from "../../hrefs";

/** By which template a job gets its tasks, and on which day its work begins. */
export function UseTemplateDialog({ workspace, jobUid, onClose }: { workspace: Workspace; jobUid: string; onClose: () => void }) {
  const t = useTranslations("trades.templates");
  const standards = useTranslations("trades.standards");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const workspaceId = workspace.uid;
  const query = trpc.trades.templates.list.useQuery({ workspaceId });
  const [chosen, setChosen] = useState("");
  const [startOn, setStartOn] = useState(() => dayIn(new Date(), workspace.timeZone));
  const use = trpc.trades.templates.use.useMutation({
    onSuccess: async ({ data }) => {
      notify("success", standards("added", { count: data.added }));
      await utils.trades.invalidate();
      onClose();
    },
  });
  const templates = query.data?.data.templates ?? [];
  const late = toApiError(use.error).issues.find(({ path }) => path[0] === "startOn")?.message;
  const uid = chosen || (templates[0]?.uid ?? "");
  return (
    <Dialog open onClose={onClose} title={t("use")}>
      <div className="grid gap-5 text-ink">
        {isMissing(query) ? <LoadFailed query={query} /> : null}
        {isComing(query) ? <LoadingList /> : null}
        {query.data && templates.length === 0 ? (
          <>
            <p className="text-ink-soft">{t("none")}</p>
            <ButtonLink look="outline" className="justify-self-start" href={settingsHref(workspaceId, "templates")}>
              {standards("setUp")}
            </ButtonLink>
          </>
        ) : null}
        {templates.length > 0 ? (
          <form
            noValidate
            className="grid gap-5"
            onSubmit={(event) => {
              event.preventDefault();
              if (startOn) use.mutate({ workspaceId, jobUid, uid, startOn });
            }}
          >
            <SelectField label={t("template")} value={uid} onChange={({ target }) => setChosen(target.value)}>
              {templates.map((template) => (
                <option key={template.uid} value={template.uid}>
                  {template.name}
                </option>
              ))}
            </SelectField>
            <TextField
              type="date"
              required
              label={t("startOn")}
              value={startOn}
              error={late}
              onChange={({ target }) => setStartOn(target.value)}
            />
            {use.error && !late ? <Alert tone="danger">{errorMessage(use.error)}</Alert> : null}
            <DialogActions onCancel={onClose} type="submit" busy={use.isPending} disabled={startOn === ""}>
              {t("useNow")}
            </DialogActions>
          </form>
        ) : null}
      </div>
    </Dialog>
  );
}

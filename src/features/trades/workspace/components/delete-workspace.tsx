"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { Section } from "@/ui/editing/parts";
import { TextField } from "@/ui/field";
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { TRADES } from "../../hrefs";
import { isNameOf } from "../rules";

/** The end of a workspace: whoever wants it writes its name. */
export function DeleteWorkspace({ workspace: { uid: workspaceId, name } }: { workspace: Workspace }) {
  const t = useTranslations("trades.delete");
  const errorMessage = useErrorMessage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const [written, setWritten] = useState("");
  const remove = trpc.trades.workspace.delete.useMutation({
    onSuccess: async () => {
      notify("success", t("done", { name }));
      router.replace(TRADES);
      await Promise.all([utils.trades.workspace.list.invalidate(), utils.admin.service.invalidate()]);
    },
  });
  const show = (open: boolean) => {
    remove.reset();
    setWritten("");
    setAsking(open);
  };
  return (
    <Section title={t("title")} lead={t("text")}>
      <Button look="danger" onClick={() => show(true)}>
        {t("title")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("sure", { name })}
        footer={
          <DialogActions
            onCancel={() => show(false)}
            look="danger"
            busy={remove.isPending}
            disabled={!isNameOf(written, name)}
            onClick={() => remove.mutate({ workspaceId, name: written })}
          >
            {t("now")}
          </DialogActions>
        }
      >
        <div className="grid gap-4 text-ink">
          <p className="text-ink-soft">{t("text")}</p>
          <TextField
            label={t("write", { name })}
            dir="auto"
            autoComplete="off"
            value={written}
            onChange={({ target }) => setWritten(target.value)}
          />
          {remove.error ? <Alert tone="danger">{errorMessage(remove.error)}</Alert> : null}
        </div>
      </Dialog>
    </Section>
  );
}

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
import { notify } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Workspace } from "../../components/workspace-frame";
import { TRADES } from "../../hrefs";

export function LeaveWorkspace({ workspace: { uid: workspaceId, name } }: { workspace: Workspace }) {
  const t = useTranslations("trades.leave");
  const errorMessage = useErrorMessage();
  const router = useRouter();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const leave = trpc.trades.members.leave.useMutation({
    onSuccess: async () => {
      notify("success", t("done", { name }));
      router.replace(TRADES);
      await Promise.all([utils.trades.workspace.list.invalidate(), utils.admin.service.invalidate()]);
    },
  });
  const show = (open: boolean) => {
    leave.reset();
    setAsking(open);
  };
  return (
    <Section title={t("title")} lead={t("text")}>
      <Button look="danger" onClick={() => show(true)}>
        {t("now")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("sure", { name })}
        footer={
          <DialogActions onCancel={() => show(false)} look="danger" busy={leave.isPending} onClick={() => leave.mutate({ workspaceId })}>
            {t("now")}
          </DialogActions>
        }
      >
        <div className="grid gap-4">
          <p>{t("text")}</p>
          {leave.error ? <Alert tone="danger">{errorMessage(leave.error)}</Alert> : null}
        </div>
      </Dialog>
    </Section>
  );
}

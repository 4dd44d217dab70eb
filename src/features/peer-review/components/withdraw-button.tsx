"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { trpc } from "@/trpc/client";
import { useErrorMessage } from "@/trpc/use-error";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { notify } from "@/ui/toast";
import { request as life } from "../rules";
import type { RequestRecord } from "./request-state";

/** Takes a request back; what has been said of the take stays with its maker. Nothing where there is nothing to take back. */
export function WithdrawButton({ request: { uid, state } }: { request: RequestRecord }) {
  const t = useTranslations("peerReview.withdraw");
  const errorMessage = useErrorMessage();
  const utils = trpc.useUtils();
  const [asking, setAsking] = useState(false);
  const withdraw = trpc.peerReview.requests.withdraw.useMutation({
    onSuccess: async () => {
      setAsking(false);
      notify("success", t("done"));
      await Promise.all([utils.peerReview.invalidate(), utils.practice.answer.invalidate(), utils.practice.answers.invalidate()]);
    },
  });
  if (!life.can(state, "withdrawn", "author")) return null;
  const show = (open: boolean) => {
    withdraw.reset();
    setAsking(open);
  };
  return (
    <>
      <Button look="danger" onClick={() => show(true)}>
        {t("action")}
      </Button>
      <Dialog
        open={asking}
        onClose={() => show(false)}
        title={t("title")}
        footer={
          <DialogActions onCancel={() => show(false)} look="danger" busy={withdraw.isPending} onClick={() => withdraw.mutate({ uid })}>
            {t("action")}
          </DialogActions>
        }
      >
        <div className="grid gap-3">
          <p>{t("text")}</p>
          {withdraw.isError ? <Alert tone="danger">{errorMessage(withdraw.error)}</Alert> : null}
        </div>
      </Dialog>
    </>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { z } from "zod";
import { dayIn } from "@/lib/days";
import { toApiError, trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { DialogActions } from "@/ui/dialog-actions";
import { TextArea } from "@/ui/field";
import { useDialogDraft, useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { QUOTE } from "../rules";
import { quoteTakeBackFields } from "../schema";
import type { Quote } from "./quote-page";

/** That the customer accepts was written down by mistake: what goes with it, and why it is taken back. */
export function TakeBackDialog({ workspace, quote, onClose }: { workspace: Workspace; quote: Quote; onClose: () => void }) {
  const t = useTranslations("trades.quotes.takeBack");
  const quotes = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const utils = trpc.useUtils();
  const form = useZodForm<z.infer<typeof quoteTakeBackFields>>(quoteTakeBackFields, { reason: "" });
  const { close, leave } = useDialogDraft(form, `trades.takeBack.${quote.uid}`, onClose);
  const takeBack = trpc.trades.quotes.takeBack.useMutation();
  // As it was seen when it was asked: what somebody else does meanwhile is not taken back unseen.
  const [version] = useState(quote.version);
  const isOver = quote.validUntil < dayIn(new Date(), workspace.timeZone);
  const submit = form.handleSubmit(async ({ reason }) => {
    try {
      const about = { workspaceId: workspace.uid, uid: quote.uid, version };
      const { data } = await takeBack.mutateAsync({ ...about, reason });
      utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
      notify("success", t(data.state === "expired" ? "doneOver" : "done"));
      await utils.trades.invalidate();
      close();
    } catch (error) {
      const refusal = toApiError(error);
      form.showRefusal(refusal.code === "conflict" ? { message: quotes("conflict"), issues: [] } : refusal, common("offline"));
    }
  });
  return (
    <Dialog open onClose={leave} title={t("title")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">
          {t("text")} {isOver ? t("over") : null}
        </p>
        <TextArea
          rows={4}
          dir="auto"
          label={t("reason")}
          maxLength={QUOTE.reason}
          error={form.errorOf("reason")}
          {...form.register("reason")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <DialogActions onCancel={close} type="submit" look="danger" busy={form.formState.isSubmitting}>
          {t("now")}
        </DialogActions>
      </form>
    </Dialog>
  );
}

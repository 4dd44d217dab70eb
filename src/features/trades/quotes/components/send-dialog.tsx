"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { useFormat } from "@/i18n/use-format";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { QUOTE } from "../rules";
import { quoteSendInput } from "../schema";
import type { Quote } from "./quote-page";

const fields = z.strictObject({ email: quoteSendInput.shape.email });

/** To which address a quote goes; it stays as it is from then on. */
export function SendDialog({ workspace, quote, onClose }: { workspace: Workspace; quote: Quote; onClose: () => void }) {
  const t = useTranslations("trades.quotes");
  const common = useTranslations("common");
  const format = useFormat();
  const utils = trpc.useUtils();
  const form = useZodForm<z.infer<typeof fields>>(fields as never, { email: quote.email });
  const send = trpc.trades.quotes.send.useMutation();
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      const { data } = await send.mutateAsync({ workspaceId: workspace.uid, uid: quote.uid, version: quote.version, email });
      utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
      notify("success", t("sent", { email }));
      await utils.trades.invalidate();
      onClose();
    } catch (error) {
      const refusal = toApiError(error);
      // What is wrong with the quote itself stands in no field of this.
      const [issue] = refusal.issues;
      const elsewhere = issue && issue.path[0] !== "email" ? { message: issue.message, issues: [] } : refusal;
      form.showRefusal(refusal.code === "conflict" ? { message: t("conflict"), issues: [] } : elsewhere, common("offline"));
    }
  });
  return (
    <Dialog open onClose={onClose} title={t("sendTitle")} closeLabel={common("close")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">
          {t("sendText", { total: format.money(quote.total, quote.currency), day: format.day(quote.validUntil) })}
        </p>
        {quote.belowFloor ? <Alert tone="warning">{t("belowFloorShort")}</Alert> : null}
        {quote.overLimit ? <Alert tone="warning">{t("overLimitShort")}</Alert> : null}
        <TextField
          type="email"
          dir="ltr"
          label={t("email")}
          autoComplete="off"
          maxLength={QUOTE.email}
          error={form.errorOf("email")}
          {...form.register("email")}
        />
        {form.problem ? <Alert tone="danger">{form.problem}</Alert> : null}
        <div className="flex flex-wrap justify-end gap-3">
          <Button look="outline" onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button type="submit" busy={form.formState.isSubmitting}>
            {t("send")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { z } from "zod";
import { toApiError, trpc } from "@/trpc/client";
import { Button } from "@/ui/button";
import { Alert } from "@/ui/card";
import { Dialog } from "@/ui/dialog";
import { TextField } from "@/ui/field";
import { useZodForm } from "@/ui/forms";
import { notify } from "@/ui/toast";
import type { Workspace } from "../../components/workspace-frame";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import { BUYER } from "../rules";
import { invoiceSendInput } from "../schema";
import type { Invoice } from "./invoice-page";

const fields = z.strictObject({ email: invoiceSendInput.shape.email });

/** To which address an issued document goes, as often as somebody asks for it. */
export function SendDialog({ workspace, invoice, onClose }: { workspace: Workspace; invoice: Invoice; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const common = useTranslations("common");
  const take = useTakeInvoice(workspace);
  const form = useZodForm<z.infer<typeof fields>>(fields as never, { email: invoice.sentTo ?? invoice.buyer.email });
  const send = trpc.trades.invoices.send.useMutation();
  const submit = form.handleSubmit(async ({ email }) => {
    try {
      const { data } = await send.mutateAsync({ workspaceId: workspace.uid, uid: invoice.uid, version: invoice.version, email });
      notify("success", t("sent", { email }));
      onClose();
      await take(data);
    } catch (error) {
      const refusal = toApiError(error);
      if (refusal.code === "conflict" && refusal.current) await take(refusal.current as Invoice);
      form.showRefusal(refusal.code === "conflict" ? { message: t("conflictView"), issues: [] } : refusal, common("offline"));
    }
  });
  return (
    <Dialog open onClose={onClose} title={t("sendTitle")} closeLabel={common("close")}>
      <form noValidate className="grid gap-5 text-ink" onSubmit={submit}>
        <p className="text-ink-soft">{t("sendText")}</p>
        <TextField
          type="email"
          dir="ltr"
          label={t("email")}
          autoComplete="off"
          maxLength={BUYER.email}
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

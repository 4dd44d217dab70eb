"use client";

import { useTranslations } from "next-intl";
import { trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";
import { MailDialog } from "../../components/mail-dialog";
import type { Workspace } from "../../components/workspace-frame";
import { useTakeInvoice } from "../hooks/use-take-invoice";
import type { Invoice } from "./invoice-page";

/** To which address an issued document goes, as often as somebody asks for it. */
export function SendDialog({ workspace, invoice, onClose }: { workspace: Workspace; invoice: Invoice; onClose: () => void }) {
  const t = useTranslations("trades.invoices");
  const take = useTakeInvoice(workspace);
  const send = trpc.trades.invoices.send.useMutation();
  return (
    <MailDialog
      draft={`trades.invoiceSend.${invoice.uid}`}
      labels={{ title: t("sendTitle"), email: t("email"), send: t("send") }}
      email={invoice.sentTo ?? invoice.buyer.email}
      send={async (email) => {
        const { data } = await send.mutateAsync({ workspaceId: workspace.uid, uid: invoice.uid, version: invoice.version, email });
        notify("success", t("sent", { email }));
        await take(data);
      }}
      refusalOf={async ({ code, current }) => {
        if (code !== "conflict") return undefined;
        if (current) await take(current as Invoice);
        return t("conflictView");
      }}
      onClose={onClose}
    >
      <p className="text-ink-soft">{t("sendText")}</p>
    </MailDialog>
  );
}

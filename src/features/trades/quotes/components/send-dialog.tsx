"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { Alert } from "@/ui/card";
import { notify } from "@/ui/toast";
import { MailDialog } from "../../components/mail-dialog";
import type { Workspace } from "../../components/workspace-frame";
import type { Quote } from "./quote-page";

/** To which address a quote goes, or that it is handed over; it stays as it is from then on. */
export function SendDialog({ workspace, quote, onClose }: { workspace: Workspace; quote: Quote; onClose: () => void }) {
  const t = useTranslations("trades.quotes");
  const format = useFormat();
  const utils = trpc.useUtils();
  const send = trpc.trades.quotes.send.useMutation();
  // As it was seen when it was asked: what somebody else writes meanwhile is not sent unseen.
  const [version, setVersion] = useState(quote.version);
  const give = async (email: string | null) => {
    const { data } = await send.mutateAsync({ workspaceId: workspace.uid, uid: quote.uid, version, email });
    utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: data.uid }, { data });
    notify("success", email === null ? t("handOver.done") : t("sent", { email }));
    await utils.trades.invalidate();
  };
  return (
    <MailDialog
      draft={`trades.quoteSend.${quote.uid}`}
      labels={{ title: t("sendTitle"), email: t("email"), send: t("send") }}
      email={quote.email}
      send={give}
      handOver={{
        labels: {
          way: t("handOver.way"),
          mail: t("handOver.mail"),
          hand: t("handOver.hand"),
          text: t("handOver.text"),
          now: t("handOver.now"),
        },
        go: () => give(null),
      }}
      refusalOf={({ code, current, issues: [issue] }) => {
        if (code === "previewOutdated" && current) {
          // What it comes to with today's taxes stands here next: sent once more, it goes as that.
          const now = current as Quote;
          utils.trades.quotes.view.setData({ workspaceId: workspace.uid, uid: now.uid }, { data: now });
          setVersion(now.version);
        }
        if (code === "conflict") return t("conflict");
        // What is wrong with the quote itself stands in no field of this.
        return issue && issue.path[0] !== "email" ? issue.message : undefined;
      }}
      onClose={onClose}
    >
      <p className="text-ink-soft">
        {t("sendText", { total: format.money(quote.total, quote.currency), day: format.day(quote.validUntil) })}
      </p>
      {quote.belowFloor ? <Alert tone="warning">{t("belowFloorShort")}</Alert> : null}
      {quote.overLimit ? <Alert tone="warning">{t("overLimitShort")}</Alert> : null}
    </MailDialog>
  );
}

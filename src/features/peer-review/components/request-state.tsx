"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { type RouterOutputs, trpc } from "@/trpc/client";
import { Badge } from "@/ui/card";

export type RequestRecord = RouterOutputs["peerReview"]["requests"]["list"]["data"][number];

const TONES = { open: "info", satisfied: "success", closed: "neutral", withdrawn: "neutral" } as const;

/** How far a request is: its state, how many reviews have come, and since when it waits or when the first may come. */
export function RequestState({ request }: { request: RequestRecord }) {
  const t = useTranslations("peerReview.request");
  const format = useFormat();
  const { state, withdrawnFor, wanted, received, removed, openedAt, awaitsVoice, preparing, hidden } = request;
  const estimate = trpc.peerReview.overview.useQuery().data?.data.waitingSeconds;
  const unready = state !== "open" ? null : awaitsVoice ? "awaitsVoice" : preparing ? "preparing" : null;
  const waits = state === "open" && openedAt !== null;
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Badge tone={unready === "awaitsVoice" ? "warning" : TONES[state]}>
          {unready === "awaitsVoice" ? t("awaitsVoice") : unready ? t("preparing") : t(`state.${state}`)}
        </Badge>
        <span className="font-medium">{t("count", { received: format.number(received), wanted: format.number(wanted) })}</span>
        {waits ? <span className="text-sm text-ink-soft">{t("since", { date: format.dateTime(openedAt) })}</span> : null}
      </div>
      {unready ? <p className="text-sm text-ink-soft">{t(unready === "awaitsVoice" ? "voiceText" : "preparingText")}</p> : null}
      {withdrawnFor && withdrawnFor !== "author" ? <p className="text-sm text-ink-soft">{t(`withdrawnFor.${withdrawnFor}`)}</p> : null}
      {removed > 0 ? <p className="text-sm text-ink-soft">{t("removed", { count: removed })}</p> : null}
      {waits && received === 0 && estimate !== undefined ? (
        <p className="text-sm text-ink-soft">{estimate === null ? t("noEstimate") : t("estimate", { time: format.duration(estimate) })}</p>
      ) : null}
      {hidden && received > 0 ? <p className="text-sm font-medium text-primary-text">{t("rateFirst")}</p> : null}
    </div>
  );
}

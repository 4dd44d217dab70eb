"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { CountBadge } from "@/ui/count-badge";

/** What has come meanwhile shows within this time. */
const ASK_EVERY_MS = 60_000;

/** How much waits for those who look after the community. */
export function WaitingCount() {
  const t = useTranslations("shell");
  const format = useFormat();
  const query = trpc.forum.moderation.waiting.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const { reports = 0, proposals = 0 } = query.data?.data ?? {};
  const count = reports + proposals;
  return (
    <span className="ms-auto empty:hidden mini:ms-0">
      <CountBadge count={count} shown={format.number(count)} label={t("waiting", { count })} />
    </span>
  );
}

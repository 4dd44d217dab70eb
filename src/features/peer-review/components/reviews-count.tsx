"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { CountBadge } from "@/ui/count-badge";

/** How many own requests have reviews that wait to be read, or for one's own rating before that. */
export function UnreadReviews() {
  const overview = trpc.peerReview.overview.useQuery(undefined, { staleTime: 60_000 });
  return <Count count={(overview.data?.data.unread ?? 0) + (overview.data?.data.unrated ?? 0)} />;
}

/** What has come meanwhile shows within this time. */
const ASK_EVERY_MS = 60_000;

/** How much waits for those who look after reviews. */
export function WaitingReviewCare() {
  const query = trpc.peerReview.care.counts.useQuery(undefined, { refetchInterval: ASK_EVERY_MS });
  const { cases = 0, waiting = 0 } = query.data?.data ?? {};
  return <Count count={cases + waiting} />;
}

function Count({ count }: { count: number }) {
  const t = useTranslations("shell");
  const format = useFormat();
  return (
    <span className="ms-auto empty:hidden mini:ms-0">
      <CountBadge count={count} shown={format.number(count)} label={t("waiting", { count })} />
    </span>
  );
}

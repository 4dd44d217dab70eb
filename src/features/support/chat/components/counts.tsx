"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";
import { CountBadge } from "@/ui/count-badge";

/** In how many own conversations an answer waits. */
export function UnreadConversations() {
  const unread = trpc.support.chat.unread.useQuery(undefined, { staleTime: 60_000 });
  return <Count count={unread.data?.data.conversations ?? 0} />;
}

/** How many conversations nobody of the team has taken up. */
export function NewConversations() {
  const queues = trpc.support.inbox.queues.useQuery(undefined, { staleTime: 60_000 });
  return <Count count={queues.data?.data.new ?? 0} />;
}

function Count({ count }: { count: number }) {
  const t = useTranslations("shell");
  const format = useFormat();
  return <CountBadge count={count} shown={format.number(count)} label={t("waiting", { count })} className="ms-auto mini:ms-0" />;
}

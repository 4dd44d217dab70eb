"use client";

import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { trpc } from "@/trpc/client";

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
  if (count === 0) return null;
  return (
    <span className="ms-auto grid h-6 min-w-6 place-items-center rounded-full bg-primary px-1.5 text-sm font-semibold text-on-primary tabular mini:ms-0">
      <span aria-hidden="true">{format.number(count)}</span>
      <span className="sr-only">{t("waiting", { count })}</span>
    </span>
  );
}

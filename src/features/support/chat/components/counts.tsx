"use client";

import { ExclamationCircleIcon } from "@heroicons/react/20/solid";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { ConversationSide } from "@/lib/enums/support";
import { trpc } from "@/trpc/client";
import { CountBadge } from "@/ui/count-badge";
import { useOutbox } from "../hooks/use-outbox";

/** In how many own conversations an answer waits. */
export function UnreadConversations() {
  const unread = trpc.support.chat.unread.useQuery(undefined, { staleTime: 60_000 });
  return <Count side="user" count={unread.data?.data.conversations ?? 0} />;
}

/** How many conversations nobody of the team looks after while somebody waits. */
export function NewConversations() {
  const queues = trpc.support.inbox.queues.useQuery(undefined, { staleTime: 60_000 });
  return <Count side="support" count={queues.data?.data.new ?? 0} />;
}

/** The number, and on whatever page somebody is a mark where something that they wrote there was refused. */
function Count({ side, count }: { side: ConversationSide; count: number }) {
  const t = useTranslations("shell");
  const thread = useTranslations("support.thread");
  const format = useFormat();
  const refused = useOutbox().some((message) => message.side === side && message.problem);
  return (
    <span className="ms-auto flex items-center gap-1.5 empty:hidden mini:ms-0">
      {refused ? (
        <span title={thread("notSent")} className="text-danger">
          <ExclamationCircleIcon className="size-5" aria-hidden="true" />
          <span className="sr-only">{thread("notSent")}</span>
        </span>
      ) : null}
      <CountBadge count={count} shown={format.number(count)} label={t("waiting", { count })} />
    </span>
  );
}

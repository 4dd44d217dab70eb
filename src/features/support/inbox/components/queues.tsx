"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import { INBOX_QUEUES, type InboxQueue } from "@/lib/enums/support";
import { trpc } from "@/trpc/client";

/** The inbox's lists, with how many stand in each. */
export function Queues({ current, href }: { current: InboxQueue | null; href: (queue: InboxQueue) => string }) {
  const t = useTranslations("support.inbox");
  const format = useFormat();
  const counts = trpc.support.inbox.queues.useQuery().data?.data;
  return (
    <nav aria-label={t("queueList")}>
      <ul className="flex flex-wrap gap-1.5">
        {INBOX_QUEUES.map((queue) => (
          <li key={queue}>
            <Link
              href={href(queue)}
              aria-current={current === queue ? "page" : undefined}
              className={clsx(
                "inline-flex min-h-11 items-center gap-2 rounded-full px-4 text-[0.95rem] font-medium transition-colors",
                current === queue ? "bg-primary-soft text-primary-text" : "text-ink-soft hover:bg-sunken hover:text-ink",
              )}
            >
              {t(`queues.${queue}`)}
              {counts && queue !== "resolved" ? <span className="tabular">{format.number(counts[queue] ?? 0)}</span> : null}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

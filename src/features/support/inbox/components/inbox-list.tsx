"use client";

import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { RouterOutputs } from "@/trpc/client";
import { Badge } from "@/ui/card";
import { CountBadge } from "@/ui/count-badge";
import { NotSent, unlisted } from "../../chat/components/conversation-list";
import { StateBadge } from "../../chat/components/state-badge";
import type { Outgoing } from "../../chat/hooks/outbox-store";

export type InboxRow = RouterOutputs["support"]["inbox"]["list"]["data"][number];

interface InboxListProps {
  rows: InboxRow[];
  /** Answers that wait on this device, in their order. */
  outgoing: Outgoing[];
  current: string | null;
  href: (uid: string) => string;
}

/** A queue; before it answers that were refused in conversations of other queues, so that none is overlooked. */
export function InboxList({ rows, outgoing, current, href }: InboxListProps) {
  const refused = outgoing.filter(({ problem }) => problem);
  return (
    <ul className="grid grid-cols-1 gap-2">
      {unlisted(rows, refused).map(({ conversationId, text, files }) => (
        <li key={conversationId}>
          <Link
            href={href(conversationId)}
            aria-current={current === conversationId ? "page" : undefined}
            className={rowLook(current === conversationId)}
          >
            <span className="block truncate" dir="auto">
              {text || files[0]?.name}
            </span>
            <span className="mt-2 block text-sm">
              <NotSent />
            </span>
          </Link>
        </li>
      ))}
      {rows.map((row) => (
        <li key={row.uid}>
          <Row
            row={row}
            current={current === row.uid}
            href={href(row.uid)}
            refused={refused.some(({ conversationId }) => conversationId === row.uid)}
          />
        </li>
      ))}
    </ul>
  );
}

const rowLook = (current: boolean) =>
  clsx(
    "block rounded-box border px-4 py-3 transition-colors",
    current ? "border-primary bg-primary-soft" : "border-line bg-surface hover:border-line-strong",
  );

function Row({ row, current, href, refused }: { row: InboxRow; current: boolean; href: string; refused: boolean }) {
  const t = useTranslations("support");
  const format = useFormat();
  const { person, subject, state, unread, last, waitingSince, movedAt, assignee } = row;
  return (
    <Link href={href} aria-current={current ? "page" : undefined} className={rowLook(current)}>
      <span className="flex items-center justify-between gap-3 text-sm">
        <span className="min-w-0 truncate text-ink-soft" dir="auto">
          {person.name || person.email}
        </span>
        <CountBadge count={unread} shown={format.number(unread)} label={t("unread", { count: unread })} />
      </span>
      <span className={clsx("mt-0.5 block truncate", unread > 0 ? "font-bold" : "font-semibold")} dir="auto">
        {subject}
      </span>
      {last ? (
        <span className="block truncate text-sm text-ink-soft" dir="auto">
          {last.text}
        </span>
      ) : null}
      <span className="mt-2 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
        <StateBadge state={state} side="support" />
        {refused ? <NotSent /> : null}
        {person.guest ? <Badge>{t("inbox.guest")}</Badge> : null}
        {assignee ? (
          <span className="min-w-0 truncate" dir="auto">
            {assignee.name}
          </span>
        ) : null}
        <span className="grow" />
        <time dateTime={waitingSince ?? movedAt}>
          {waitingSince ? t("inbox.waitingSince", { ago: format.ago(waitingSince) }) : format.ago(movedAt)}
        </time>
      </span>
    </Link>
  );
}

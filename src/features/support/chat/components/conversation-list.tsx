"use client";

import { ClockIcon, ExclamationCircleIcon, PaperClipIcon } from "@heroicons/react/20/solid";
import clsx from "clsx";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useFormat } from "@/i18n/use-format";
import type { RouterOutputs } from "@/trpc/client";
import { CountBadge } from "@/ui/count-badge";
import { useAddress } from "@/ui/use-address";
import type { Outgoing } from "../hooks/outbox-store";
import { StateBadge } from "./state-badge";

type Row = RouterOutputs["support"]["chat"]["list"]["data"][number];

interface ConversationListProps {
  rows: Row[];
  /** What waits on this device, in its order. */
  outgoing: Outgoing[];
  current: string | null;
}

/** Own conversations, those that this device has not been able to send first. */
export function ConversationList({ rows, outgoing, current }: ConversationListProps) {
  const t = useTranslations("support");
  const format = useFormat();
  const { params, href } = useAddress();
  const hrefOf = (uid: string) => href({ conversation: uid, page: params.get("page") ?? undefined });
  const refused = new Set(outgoing.flatMap(({ conversationId, problem }) => (problem ? conversationId : [])));
  return (
    <ul className="grid grid-cols-1 gap-2">
      {unlisted(rows, outgoing).map(({ conversationId, subject, text, files }) => (
        <li key={conversationId}>
          <Item
            href={hrefOf(conversationId)}
            current={current === conversationId}
            subject={subject ?? (text || (files[0]?.name ?? ""))}
            text={subject === undefined ? "" : text}
            files={files.length}
          >
            {refused.has(conversationId) ? (
              <NotSent />
            ) : (
              <span className="inline-flex items-center gap-1">
                <ClockIcon className="size-4" aria-hidden="true" />
                {t("thread.onItsWay")}
              </span>
            )}
          </Item>
        </li>
      ))}
      {rows.map(({ uid, subject, state, unread, last, movedAt }) => (
        <li key={uid}>
          <Item
            href={hrefOf(uid)}
            current={current === uid}
            subject={subject}
            text={last ? (last.side === "user" ? t("you", { text: last.text }) : last.text) : ""}
            files={last?.files ?? 0}
            unread={unread}
          >
            <StateBadge state={state} />
            {refused.has(uid) ? <NotSent /> : null}
            <time dateTime={movedAt}>{format.ago(movedAt)}</time>
          </Item>
        </li>
      ))}
    </ul>
  );
}

/** Those of which the list holds no row: not begun yet, or further back and with a message that was refused. */
export function unlisted(rows: readonly { uid: string }[], outgoing: readonly Outgoing[]): Outgoing[] {
  const listed = new Set(rows.map(({ uid }) => uid));
  const first = new Map<string, Outgoing>();
  for (const message of outgoing) {
    const { conversationId, subject, problem } = message;
    if (listed.has(conversationId) || first.has(conversationId)) continue;
    if (subject !== undefined || problem) first.set(conversationId, message);
  }
  return [...first.values()];
}

/** A message of this conversation was refused: its author decides what becomes of it. */
export function NotSent() {
  const t = useTranslations("support.thread");
  return (
    <span className="inline-flex items-center gap-1 font-medium text-danger">
      <ExclamationCircleIcon className="size-4" aria-hidden="true" />
      {t("notSent")}
    </span>
  );
}

interface ItemProps {
  href: string;
  current: boolean;
  subject: string;
  text: string;
  files?: number;
  unread?: number;
  children: React.ReactNode;
}

function Item({ href, current, subject, text, files = 0, unread = 0, children }: ItemProps) {
  const t = useTranslations("support");
  const format = useFormat();
  return (
    <Link
      href={href}
      aria-current={current ? "page" : undefined}
      className={clsx(
        "block rounded-box border px-4 py-3 transition-colors",
        current ? "border-primary bg-primary-soft" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      <span className="flex items-start justify-between gap-3">
        <span className={clsx("min-w-0 truncate", unread > 0 ? "font-bold" : "font-semibold")} dir="auto">
          {subject}
        </span>
        <CountBadge count={unread} shown={format.number(unread)} label={t("unread", { count: unread })} />
      </span>
      <span className="mt-0.5 flex items-center gap-1 text-sm text-ink-soft">
        {files > 0 ? <PaperClipIcon className="size-4 shrink-0" /> : null}
        {files > 0 ? <span className="sr-only">{t("withFiles")}</span> : null}
        <span className="min-w-0 truncate" dir="auto">
          {text}
        </span>
      </span>
      <span className="mt-1.5 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-soft">{children}</span>
    </Link>
  );
}

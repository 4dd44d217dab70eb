"use client";

import { ArrowLeftIcon, InformationCircleIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { api, type RouterOutputs, toApiError, trpc } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { ButtonLink, IconButton } from "@/ui/button";
import { Badge, Card, Notice } from "@/ui/card";
import { Drawer } from "@/ui/dialog";
import { LoadingList } from "@/ui/spinner";
import { typingSign } from "@/ui/typing";
import { Bubble, NoteBubble, OutgoingBubble } from "../../chat/components/bubble";
import type { Insertion } from "../../chat/components/composer";
import { StateBadge } from "../../chat/components/state-badge";
import { type Entry, Timeline } from "../../chat/components/timeline";
import { onDelivered } from "../../chat/hooks/outbox";
import type { Outgoing } from "../../chat/hooks/outbox-store";
import { useLiveEvents, useOtherTyping } from "../../chat/hooks/use-live-events";
import { useOutbox } from "../../chat/hooks/use-outbox";
import { type Span, useThread } from "../../chat/hooks/use-thread";
import { markOf } from "../../chat/rules";
import { mayWork } from "../rules";
import { InboxActions } from "./inbox-actions";
import { InboxDetails } from "./inbox-details";
import { Reply } from "./reply";

export type TeamView = RouterOutputs["support"]["inbox"]["view"]["data"];

const loadFile = async (uid: string) => (await api.support.inbox.file.query({ uid })).data;

/** A conversation as the team works on it: what was said, what the team noted, and who it is with. */
export function InboxConversation({ conversationId, back }: { conversationId: string; back: string }) {
  const t = useTranslations("support");
  const common = useTranslations("common");
  const { userId } = useSession();
  const utils = trpc.useUtils();
  const view = trpc.support.inbox.view.useQuery({ conversationId }, { retry: false });
  const key = useMemo(() => ["team", conversationId], [conversationId]);
  const load = useCallback(
    async (span: Span) => (await api.support.inbox.history.query({ conversationId, ...span })).data,
    [conversationId],
  );
  const { query, messages, catchUp, older } = useThread(key, load);
  const typing = useOtherTyping(conversationId, "user");
  const outgoing = useOutbox().filter((message) => message.side === "support" && message.conversationId === conversationId);
  const [showDetails, setShowDetails] = useState(false);
  const answerField = useRef<HTMLTextAreaElement>(null);

  useLiveEvents(
    useCallback(
      (event) => {
        if (event && event.conversationId !== conversationId) return;
        if (event?.what === "typing") return;
        if (event?.what !== "changed") void catchUp();
        void utils.support.inbox.view.invalidate({ conversationId });
      },
      [conversationId, catchUp, utils],
    ),
  );
  useEffect(() => onDelivered(async (id) => (id === conversationId ? catchUp() : undefined)), [conversationId, catchUp]);
  const last = messages.at(-1)?.seq ?? 0;
  const works = view.data !== undefined && mayWork(view.data.data.person.uid, userId ?? "");
  const keeper = view.data?.data.assignee?.uid;
  // biome-ignore lint/correctness/useExhaustiveDependencies: whose it is decides what a look takes as read
  useEffect(() => {
    // Also where nothing is unread: that it was given to somebody, or is due again, has been seen.
    if (last === 0 || !works) return;
    const mark = () => {
      if (document.visibilityState === "visible") api.support.inbox.read.mutate({ conversationId, seq: last }).catch(() => {});
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [conversationId, last, works, keeper]);
  const sign = useMemo(() => typingSign(() => api.support.inbox.typing.mutate({ conversationId })), [conversationId]);

  const [insert, setInsert] = useState<Insertion>();
  const takeBack = ({ uid, text, files }: Outgoing) => setInsert({ text, files, at: Date.now(), of: uid });
  const entries = useEntries(view.data?.data, messages, outgoing, takeBack);
  if (isMissing(view)) {
    if (toApiError(view.error).code !== "notFound") return <LoadFailed query={view} />;
    return (
      <Notice title={t("gone")}>
        <ButtonLink href={back}>{t("inbox.back")}</ButtonLink>
      </Notice>
    );
  }
  if (!view.data) return <LoadingList />;
  // What was not read looks like what was never said.
  if (query.isError && messages.length === 0) return <LoadFailed query={query} />;
  const held = view.data.data;
  return (
    <div className="grid items-start gap-6 2xl:grid-cols-[minmax(0,1fr)_18rem]">
      <Card className="flex h-[calc(100dvh-8.5rem)] min-h-[32rem] flex-col overflow-hidden lg:h-[calc(100dvh-19rem)]">
        <header className="border-b border-line p-3 sm:p-4">
          <div className="flex items-start gap-2">
            <Link
              href={back}
              aria-label={t("inbox.back")}
              className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink lg:hidden"
            >
              <ArrowLeftIcon className="size-6 rtl:-scale-x-100" />
            </Link>
            <div className="min-w-0 grow">
              <h2 className="font-semibold break-words" dir="auto">
                {held.subject}
              </h2>
              <p className="mt-1 flex flex-wrap items-center gap-2 text-sm text-ink-soft">
                <StateBadge state={held.state} side="support" />
                <bdi className="font-medium text-ink">{held.person.name}</bdi>
                {held.person.confirmed ? null : <Badge tone="warning">{t("inbox.unconfirmed")}</Badge>}
              </p>
            </div>
            <IconButton label={t("inbox.details")} onClick={() => setShowDetails(true)} className="2xl:hidden">
              <InformationCircleIcon />
            </IconButton>
          </div>
          {works ? (
            <InboxActions held={held} me={userId ?? ""} seq={messages.at(-1)?.seq} onBehind={() => void catchUp()} />
          ) : (
            <p className="mt-3 text-sm text-ink-soft">{t("inbox.own")}</p>
          )}
        </header>
        <Timeline
          label={t("thread.label")}
          entries={entries}
          onOlder={query.hasPreviousPage ? () => void older() : undefined}
          loadingOlder={query.isFetchingPreviousPage}
        >
          <p aria-live="polite" className="mt-3 min-h-5 px-1 text-sm text-ink-soft">
            {typing ? t("inbox.userTyping", { name: held.person.name }) : null}
          </p>
        </Timeline>
        {works ? (
          <Reply held={held} me={userId ?? ""} seq={last} field={answerField} onTyping={sign} insert={insert} onInsert={setInsert} />
        ) : null}
      </Card>
      <Card className="hidden p-5 2xl:block">
        <InboxDetails held={held} />
      </Card>
      <Drawer
        open={showDetails}
        onClose={() => setShowDetails(false)}
        title={t("inbox.details")}
        closeLabel={common("close")}
        side="end"
        wide
      >
        <div className="p-5">
          <InboxDetails held={held} />
        </div>
      </Drawer>
    </div>
  );
}

/** Messages, notes and what still waits on this device, by their time. */
function useEntries(
  held: TeamView | undefined,
  messages: TeamView["messages"],
  outgoing: Outgoing[],
  takeBack: (message: Outgoing) => void,
): Entry[] {
  const t = useTranslations("support");
  const format = useFormat();
  if (!held) return [];
  const oldest = messages[0];
  const lastOwn = messages.findLast(({ side, kind }) => side === "support" && kind === "text")?.seq;
  const known = new Set(messages.map(({ uid }) => uid));
  const said = messages.map((message) => ({
    key: message.uid,
    at: message.createdAt,
    content: (
      <Bubble
        message={message}
        side="support"
        name={message.author ?? (message.side === "user" ? held.person.name : t("team"))}
        mark={message.seq === lastOwn ? markOf(message.seq, held) : null}
        load={loadFile}
      />
    ),
  }));
  const noted = held.notes
    // Those that belong to messages further back come with them.
    .filter(({ createdAt }) => !oldest || oldest.seq === 1 || createdAt >= oldest.createdAt)
    .map(({ uid, kind, author, subject, until, text, createdAt }) => ({
      key: uid,
      at: createdAt,
      content:
        kind === "text" ? (
          <NoteBubble author={author} at={createdAt} label={t("inbox.noteMark")} text={text} />
        ) : (
          <p className="text-center text-sm text-ink-soft">
            {t(`inbox.acts.${kind}`, {
              author: author ?? t("team"),
              subject: subject ?? t("inbox.nobody"),
              date: until ? format.dateTime(until) : "",
            })}
          </p>
        ),
    }));
  const waiting = outgoing
    .filter(({ uid }) => !known.has(uid))
    .map((message) => ({
      key: message.uid,
      at: new Date(message.at).toISOString(),
      content: <OutgoingBubble message={message} onTakeBack={held.state === "closed" ? undefined : takeBack} />,
    }));
  return [...[...said, ...noted].sort((a, b) => a.at.localeCompare(b.at)), ...waiting];
}

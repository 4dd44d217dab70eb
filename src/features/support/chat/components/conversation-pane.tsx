"use client";

import { ArrowLeftIcon, LockClosedIcon } from "@heroicons/react/24/outline";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useFormat } from "@/i18n/use-format";
import { api, toApiError, trpc } from "@/trpc/client";
import { LoadFailed } from "@/trpc/load-failed";
import { serverNow } from "@/trpc/token";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { LoadingList } from "@/ui/spinner";
import { typingSign } from "@/ui/typing";
import { useAddress } from "@/ui/use-address";
import { useRouter } from "@/ui/use-router";
import { SUPPORT_PAGE } from "../../hrefs";
import { onDelivered, post } from "../hooks/outbox";
import type { Outgoing, OutgoingFile } from "../hooks/outbox-store";
import { useLiveEvents, useOtherTyping } from "../hooks/use-live-events";
import { type Span, useThread } from "../hooks/use-thread";
import { markOf } from "../rules";
import { Bubble, OutgoingBubble } from "./bubble";
import { Composer, type Insertion } from "./composer";
import { DeviceShare } from "./device-share";
import { SatisfactionCard } from "./satisfaction-card";
import { StateBadge } from "./state-badge";
import { Timeline } from "./timeline";

/** The name of what is being written in a conversation. */
export const draftIn = (conversationId: string): string => `support-${conversationId}`;

/** Where a message that was refused is changed and begins a conversation; it stays where it is until it has. */
const takenBackHref = ({ uid, subject }: Outgoing, of = ""): string =>
  `${SUPPORT_PAGE}?${new URLSearchParams({ ask: subject ?? of, again: uid })}`;

const loadFile = async (uid: string) => (await api.support.chat.file.query({ uid })).data;

/** One of a person's conversations with support. @param outgoing what of it still waits on this device */
export function ConversationPane({ conversationId, outgoing }: { conversationId: string; outgoing: Outgoing[] }) {
  const t = useTranslations("support");
  const format = useFormat();
  const { userId } = useSession();
  const router = useRouter();
  const { params, href } = useAddress();
  const utils = trpc.useUtils();
  const [insert, setInsert] = useState<Insertion>();
  // One that has not been sent yet is known to this device alone.
  const unsent = outgoing.find(({ subject }) => subject !== undefined);
  const conversation = trpc.support.chat.get.useQuery({ conversationId }, { enabled: !unsent, retry: false });
  const key = useMemo(() => ["user", conversationId], [conversationId]);
  const load = useCallback(
    async (span: Span) => (await api.support.chat.history.query({ conversationId, ...span })).data,
    [conversationId],
  );
  const { query, messages, catchUp, older } = useThread(key, load, !unsent);
  const typing = useOtherTyping(conversationId, "support");

  useLiveEvents(
    useCallback(
      (event) => {
        if (event && event.conversationId !== conversationId) return;
        if (event?.what === "typing") return;
        if (event?.what !== "changed") void catchUp();
        void utils.support.chat.get.invalidate({ conversationId });
      },
      [conversationId, catchUp, utils],
    ),
  );
  useEffect(() => onDelivered(async (id) => (id === conversationId ? catchUp() : undefined)), [conversationId, catchUp]);
  const last = messages.at(-1)?.seq ?? 0;
  useMarkRead(conversationId, last, conversation.data?.data.unread ?? 0);
  const sign = useMemo(() => typingSign(() => api.support.chat.typing.mutate({ conversationId })), [conversationId]);

  // What was written and not sent is shown even where there is nothing to send it to any more.
  if (conversation.error && toApiError(conversation.error).code === "notFound" && outgoing.length === 0)
    return (
      <Notice level={1} title={t("gone")}>
        <ButtonLink href={SUPPORT_PAGE}>{t("toList")}</ButtonLink>
      </Notice>
    );
  const held = conversation.data?.data;
  if (!held && outgoing.length === 0) return conversation.isError ? <LoadFailed query={conversation} /> : <LoadingList />;
  if (query.isError && messages.length === 0 && outgoing.length === 0) return <LoadFailed query={query} />;

  const known = new Set(messages.map(({ uid }) => uid));
  const waiting = outgoing.filter(({ uid }) => !known.has(uid));
  const lastOwn = messages.findLast(({ side, kind }) => side === "user" && kind === "text")?.seq;
  // Where nobody can write any more, a new conversation takes what was meant for this one.
  const closed = held?.state === "closed";
  const nowhere = closed || !held;
  const takeBack = (message: Outgoing) => {
    const { uid, text, files, subject } = message;
    if (nowhere || subject !== undefined) return router.push(takenBackHref(message, held?.subject));
    setInsert({ text, files, at: Date.now(), of: uid });
  };
  const entries = [
    ...messages.map((message) => ({
      key: message.uid,
      at: message.createdAt,
      content: (
        <Bubble
          message={message}
          side="user"
          name={message.side === "support" ? (message.author ?? t("team")) : null}
          mark={held && message.seq === lastOwn ? markOf(message.seq, held) : null}
          load={loadFile}
        />
      ),
    })),
    ...waiting.map((message) => ({
      key: message.uid,
      at: new Date(message.at).toISOString(),
      content: <OutgoingBubble message={message} onTakeBack={takeBack} anew={nowhere || message.subject !== undefined} />,
    })),
  ];
  const onSend = async (text: string, files: OutgoingFile[], uid: string) => {
    if (!userId) throw new Error("nobody is signed in");
    try {
      await post({ uid, userId, side: "user", conversationId, text, files, at: Date.now() });
    } catch (error) {
      // It may have been closed meanwhile.
      void utils.support.chat.get.invalidate({ conversationId });
      throw error;
    }
  };
  return (
    <Card className="flex h-[calc(100dvh-8.5rem)] min-h-[28rem] flex-col overflow-hidden lg:h-[calc(100dvh-19rem)]">
      <header className="flex items-start gap-2 border-b border-line p-3 sm:p-4">
        <Link
          href={href({ conversation: undefined, page: params.get("page") ?? undefined })}
          aria-label={t("toList")}
          className="grid size-11 shrink-0 place-items-center rounded-full text-ink-soft hover:bg-sunken hover:text-ink lg:hidden"
        >
          <ArrowLeftIcon className="size-6 rtl:-scale-x-100" />
        </Link>
        <div className="min-w-0 grow">
          <h2 className="font-semibold break-words" dir="auto">
            {held?.subject ?? unsent?.subject}
          </h2>
          <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-soft">
            {held ? <StateBadge state={held.state} /> : null}
            {held?.waitingSince ? <WaitingLine since={held.waitingSince} /> : null}
          </div>
        </div>
        {held && (!closed || held.deviceReportAt) ? <DeviceShare conversationId={conversationId} sharedAt={held.deviceReportAt} /> : null}
      </header>
      <Timeline
        label={t("thread.label")}
        entries={entries}
        onOlder={query.hasPreviousPage ? () => void older() : undefined}
        loadingOlder={query.isFetchingPreviousPage}
      >
        <p aria-live="polite" className="mt-3 min-h-5 px-1 text-sm text-ink-soft">
          {typing ? t("thread.typing") : null}
        </p>
        {held && (held.state === "resolved" || held.state === "closed") && held.satisfaction === null ? (
          <SatisfactionCard conversationId={conversationId} />
        ) : null}
      </Timeline>
      {closed ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
          <p className="flex items-center gap-2 text-ink-soft">
            <LockClosedIcon className="size-5 shrink-0" />
            {t("closed")}
          </p>
          <ButtonLink href={`${SUPPORT_PAGE}?${new URLSearchParams({ ask: held.subject, from: conversationId })}`}>
            {t("beginAnew")}
          </ButtonLink>
        </div>
      ) : (
        <>
          {held?.reopensUntil ? (
            <p className="border-t border-line px-4 pt-3 text-sm text-ink-soft">{t("reopens", { date: format.date(held.reopensUntil) })}</p>
          ) : null}
          <Composer
            draft={draftIn(conversationId)}
            label={t("composer.label")}
            onSend={onSend}
            onTyping={sign}
            insert={insert}
            onInserted={() => setInsert(undefined)}
          />
        </>
      )}
    </Card>
  );
}

/** An honest word about how long it may take. */
function WaitingLine({ since }: { since: string }) {
  const t = useTranslations("support.waiting");
  const format = useFormat();
  const { data } = trpc.support.chat.waiting.useQuery(undefined, { staleTime: 5 * 60_000 });
  const seconds = data?.data.seconds ?? null;
  if (!data) return null;
  if (seconds === null) return <span>{t("since", { ago: format.ago(since) })}</span>;
  // Whoever waits longer than others is told so, not how quick it is for others.
  const longer = serverNow() - Date.parse(since) > seconds * 1000;
  return <span>{longer ? t("longer", { ago: format.ago(since) }) : t("estimate", { time: format.duration(seconds) })}</span>;
}

/** What is shown to somebody who looks counts as read. */
function useMarkRead(conversationId: string, last: number, unread: number): void {
  const utils = trpc.useUtils();
  useEffect(() => {
    if (last === 0 || unread === 0) return;
    const mark = () => {
      if (document.visibilityState !== "visible") return;
      api.support.chat.read.mutate({ conversationId, seq: last }).then(
        () => {
          void utils.support.chat.get.invalidate({ conversationId });
          void utils.support.chat.unread.invalidate();
          void utils.support.chat.list.invalidate();
        },
        () => {},
      );
    };
    mark();
    document.addEventListener("visibilitychange", mark);
    return () => document.removeEventListener("visibilitychange", mark);
  }, [conversationId, last, unread, utils]);
}

"use client";

import { LinkSlashIcon } from "@heroicons/react/24/outline";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useEffect, useMemo, useState } from "react";
import { api, type RouterOutputs, toApiError } from "@/trpc/client";
import { isMissing, LoadFailed } from "@/trpc/load-failed";
import { useErrorToast } from "@/trpc/use-error";
import { ButtonLink } from "@/ui/button";
import { Card, Notice } from "@/ui/card";
import { useFragment } from "@/ui/hooks";
import { LoadingList } from "@/ui/spinner";
import { Bubble } from "../../chat/components/bubble";
import { Composer } from "../../chat/components/composer";
import { StateBadge } from "../../chat/components/state-badge";
import { Timeline } from "../../chat/components/timeline";
import { markOf } from "../../chat/rules";
import { withPage } from "../rules";

type GuestView = RouterOutputs["support"]["contact"]["view"]["data"];

/** A guest's page asks again so often: they have no stream. In milliseconds. */
const ASK_EVERY_MS = 15_000;

/** Whether the link itself is refused; anything else passes. */
const isDead = (error: unknown): boolean => error !== null && ["linkInvalid", "invalidInput"].includes(toApiError(error).code);

/** What a guest wrote and what was answered, for whoever holds the mailed link. */
export function GuestConversation() {
  const t = useTranslations("support");
  const token = useFragment();
  const view = useQuery({
    queryKey: ["guest-conversation", token],
    queryFn: async () => (await api.support.contact.view.mutate({ token: token ?? "" })).data,
    enabled: !!token,
    retry: false,
    refetchInterval: ({ state }) => (isDead(state.error) ? false : ASK_EVERY_MS),
  });
  const invalid = token === "" || isDead(view.error);
  if (invalid)
    return (
      <Notice level={1} icon={<LinkSlashIcon />} title={t("contact.linkInvalid")} text={t("contact.linkInvalidText")}>
        <ButtonLink href="/contact">{t("contact.writeAgain")}</ButtonLink>
      </Notice>
    );
  if (isMissing(view)) return <LoadFailed query={view} />;
  if (!view.data || !token) return <LoadingList />;
  return <Conversation key={token} held={view.data} token={token} onSent={() => void view.refetch()} />;
}

function Conversation({ held, token, onSent }: { held: GuestView; token: string; onSent: () => void }) {
  const t = useTranslations("support");
  const common = useTranslations("common");
  const showError = useErrorToast();
  const loadFile = useCallback(async (uid: string) => (await api.support.contact.file.mutate({ token, uid })).data, [token]);
  // Each answer has the newest alone: what came before stays.
  const [known, setKnown] = useState(held.messages);
  useEffect(() => setKnown((before) => withPage(before, held.messages)), [held.messages]);
  const [loading, setLoading] = useState(false);
  const messages = useMemo(() => withPage(known, held.messages), [known, held.messages]);
  const loadOlder = async () => {
    setLoading(true);
    try {
      const { data } = await api.support.contact.view.mutate({ token, before: messages[0]?.seq });
      setKnown((now) => withPage(data.messages, now));
    } catch (error) {
      // The button stays: it can be pressed again.
      showError(error);
    } finally {
      setLoading(false);
    }
  };
  const send = async (text: string, _files: unknown, uid: string) => {
    await api.support.contact.send.mutate({ token, message: text, uid });
    onSent();
  };
  const lastOwn = messages.findLast(({ side, kind }) => side === "user" && kind === "text")?.seq;
  const entries = messages.map((message) => ({
    key: message.uid,
    at: message.createdAt,
    content: (
      <Bubble
        message={message}
        side="user"
        name={message.side === "support" ? (message.author ?? t("team")) : null}
        mark={message.seq === lastOwn ? markOf(message.seq, held) : null}
        load={loadFile}
      />
    ),
  }));
  return (
    <Card className="mx-auto flex h-[calc(100dvh-10rem)] min-h-[28rem] max-w-3xl flex-col overflow-hidden">
      <header className="border-b border-line p-4">
        <h1 className="text-lg font-semibold break-words" dir="auto">
          {held.subject}
        </h1>
        <p className="mt-1 flex flex-wrap items-center gap-3 text-sm text-ink-soft">
          <StateBadge state={held.state} />
          {t("contact.guestLead")}
        </p>
      </header>
      <Timeline
        label={t("thread.label")}
        entries={entries}
        onOlder={(messages[0]?.seq ?? 1) > 1 ? () => void loadOlder() : undefined}
        loadingOlder={loading}
      />
      {held.state === "closed" ? (
        <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line p-4">
          <p className="text-ink-soft">{t("closed")}</p>
          <ButtonLink href="/contact">{t("contact.writeAgain")}</ButtonLink>
        </div>
      ) : (
        <Composer
          draft={`guest-${held.uid}`}
          label={t("composer.label")}
          withFiles={false}
          onSend={send}
          explain={(error) => toApiError(error).message ?? common("offlineKept")}
        />
      )}
    </Card>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useCallback, useEffect, useRef } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { useIsClosed } from "@/features/service/hooks/use-service";
import { api, trpc } from "@/trpc/client";
import { notify } from "@/ui/toast";
import { flushOutbox, followOutbox, onRefused } from "../hooks/outbox";
import { useLiveEvents } from "../hooks/use-live-events";

/** News often come in pairs: they are told of once, so many milliseconds after the first. */
const GATHER_MS = 300;

/** Sends what waits on this device, and keeps lists and counts true, on whatever page somebody is; nothing of it while support is closed. */
export function SupportKeeper() {
  const { userId, user } = useSession();
  const t = useTranslations("support.thread");
  const utils = trpc.useUtils();
  const staff = user !== undefined && user.role !== "candidate" && !user.needsFactor;
  const closed = useIsClosed("support") === true;
  const arrived = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    if (!userId || closed) return;
    flushOutbox();
    window.addEventListener("online", flushOutbox);
    document.addEventListener("visibilitychange", flushOutbox);
    const stop = followOutbox();
    return () => {
      stop();
      window.removeEventListener("online", flushOutbox);
      document.removeEventListener("visibilitychange", flushOutbox);
      clearTimeout(timer.current);
      timer.current = undefined;
    };
  }, [userId, closed]);
  useEffect(
    () =>
      onRefused(({ conversationId }) => {
        // The conversation may stand otherwise than this page knows.
        void utils.support.chat.get.invalidate({ conversationId });
        // Whoever has the conversation open sees it there.
        if (new URLSearchParams(window.location.search).get("conversation") !== conversationId) notify("error", t("refused"));
      }),
    [t, utils],
  );
  useLiveEvents(
    useCallback(
      (event) => {
        if (closed || event?.what === "typing") return;
        if (event?.what !== "changed") arrived.current = true;
        timer.current ??= setTimeout(() => {
          timer.current = undefined;
          void utils.support.chat.list.invalidate();
          void utils.support.chat.unread.invalidate();
          if (staff) {
            void utils.support.inbox.list.invalidate();
            void utils.support.inbox.queues.invalidate();
          }
          if (!arrived.current) return;
          arrived.current = false;
          api.support.chat.received.mutate().catch(() => {});
          if (staff) api.support.inbox.received.mutate().catch(() => {});
        }, GATHER_MS);
      },
      [utils, staff, closed],
    ),
  );
  return null;
}

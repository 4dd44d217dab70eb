"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";
import { offerWay } from "@/ui/toast";
import { useRouter } from "@/ui/use-router";
import type { Begun } from "../../entries/hooks/begun-store";
import { entryHref } from "../../hrefs";

/** Sends what was done to tasks, and filled in for them, without a connection once there is one, on whatever page somebody is. */
export function TaskKeeper() {
  const { userId } = useSession();
  const utils = trpc.useUtils();
  const t = useTranslations("trades.entries.begun");
  const router = useRouter();
  const tell = useRef<(begun: Begun) => void>(() => {});
  tell.current = ({ workspaceId, uid, form }) =>
    offerWay(t("drafted", { name: form.name }), t("open"), () => router.push(entryHref(workspaceId, uid)));
  useEffect(() => {
    if (!userId) return;
    let stop: (() => void) | undefined;
    let live = true;
    const flush = () =>
      void Promise.all([import("../hooks/queue"), import("../../entries/hooks/begun-store")]).then(
        ([{ flushQueue, onDrafted, onTaken }, { onBegunChanged }]) => {
          if (!live) return;
          if (!stop) {
            const stops = [
              onTaken(() => Promise.all([utils.trades.tasks.invalidate(), utils.trades.entries.invalidate()])),
              onBegunChanged(flushQueue),
              onDrafted((begun) => tell.current(begun)),
            ];
            stop = () => {
              for (const one of stops) one();
            };
          }
          flushQueue();
        },
        // Without a connection there may be no part to load: the next event tries again.
        () => {},
      );
    flush();
    window.addEventListener("online", flush);
    document.addEventListener("visibilitychange", flush);
    return () => {
      live = false;
      stop?.();
      window.removeEventListener("online", flush);
      document.removeEventListener("visibilitychange", flush);
    };
  }, [userId, utils]);
  return null;
}

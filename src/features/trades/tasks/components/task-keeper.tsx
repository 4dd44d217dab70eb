"use client";

import { useEffect } from "react";
import { useSession } from "@/features/account/hooks/use-session";
import { trpc } from "@/trpc/client";

/** Sends what was done to tasks, and filled in for them, without a connection once there is one, on whatever page somebody is. */
export function TaskKeeper() {
  const { userId } = useSession();
  const utils = trpc.useUtils();
  useEffect(() => {
    if (!userId) return;
    let stop: (() => void) | undefined;
    let live = true;
    const flush = () =>
      void Promise.all([import("../hooks/queue"), import("../../entries/hooks/begun-store")]).then(
        ([{ flushQueue, onTaken }, { onBegunChanged }]) => {
          if (!live) return;
          if (!stop) {
            const stops = [
              onTaken(() => Promise.all([utils.trades.tasks.invalidate(), utils.trades.entries.invalidate()])),
              onBegunChanged(flushQueue),
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

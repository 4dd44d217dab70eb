"use client";

import { useEffect } from "react";
import { throttle } from "@/lib/throttle";
import { trpc } from "@/trpc/client";
import { keepOpen, RETRY_MS } from "@/trpc/stream";
import { inOneTab } from "@/ui/one-tab";
import { useSessionState } from "../state";

/** The name of the lock that one tab of a browser holds, and of the channel on which it tells the others. */
const NAME = "parley-live";

/** What tabs tell one another when a stream opens: what came before it may have been missed. */
const OPENED = "opened";

/** What is told of a change in a workspace. */
const TRADES = "trades";

/** In a shop where many work something changes all the time: a page asks for it at most this often, in milliseconds. */
const GATHER_MS = 2000;
/** What everybody is told of at once is asked for by one page after the other, within so many milliseconds. */
const SPREAD_MS = 3000;

type Listener = (message: string | null) => void;
const listeners = new Set<Listener>();

/** Hears what comes over the live stream in this browser; null whenever one opens, because messages may have been missed before. Give it a stable function. */
export function useLiveMessages(listener: Listener): void {
  useEffect(() => {
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [listener]);
}

/**
 * Follows what happens to the account elsewhere: changes show at once, and a session that was ended on another device ends
 * here within a moment. One tab of a browser holds the stream and tells the others, because a browser opens only six
 * connections to a host.
 */
export function useLiveAccount(): void {
  const token = useSessionState((state) => state.token);
  const utils = trpc.useUtils();
  useEffect(() => {
    if (!token) return;
    const stop = new AbortController();
    // Nobody looks at a tab in the background: it asks when somebody does.
    const whereSeen = () => ({ refetchType: document.visibilityState === "hidden" ? ("none" as const) : ("active" as const) });
    const trades = throttle(() => {
      void utils.trades.invalidate(undefined, whereSeen());
      // Who comes into a workspace has the area from then on, and who leaves the last one has it no more.
      void utils.admin.service.invalidate(undefined, whereSeen());
    }, GATHER_MS);
    let serviceDue: ReturnType<typeof setTimeout> | undefined;
    const askForService = () => {
      serviceDue = undefined;
      void utils.admin.service.invalidate(undefined, whereSeen());
      // What the plans allow is set there too.
      void utils.subscription.plans.invalidate(undefined, whereSeen());
      void utils.subscription.usage.invalidate(undefined, whereSeen());
    };
    const channel = new BroadcastChannel(NAME);
    const show = (area: string | null) => {
      for (const listener of listeners) listener(area === OPENED ? null : area);
      // What has words of its own is told to whoever listens for it.
      if (area?.includes(" ")) return;
      if (area === TRADES) trades.ask();
      // Of a workspace others are told, too: what may have been missed is asked anew.
      else if (area === OPENED || area === null) void utils.trades.invalidate(undefined, whereSeen());
      // So is what else is told of, after a gap in the stream.
      if (area === null)
        for (const { invalidate } of [utils.subscription, utils.admin.viewings, utils.admin.service])
          void invalidate(undefined, whereSeen());
      if (area === "export") void utils.account.export.invalidate();
      // Between the page's own question and the stream's beginning, too, something may have been told.
      else if (area === "notifications" || area === OPENED) void utils.account.notifications.invalidate();
      else if (area === "subscription") void utils.subscription.invalidate();
      else if (area === "viewings") {
        void utils.account.viewings.invalidate();
        void utils.admin.viewings.invalidate();
      } else if (area === "service") serviceDue ??= setTimeout(askForService, Math.random() * SPREAD_MS);
      else if (area !== TRADES) void utils.account.invalidate();
    };
    channel.onmessage = ({ data }) => show(data);
    const tell = (area: string | null) => {
      show(area);
      channel.postMessage(area);
    };
    const begun = performance.now();
    const follow = async (over: AbortSignal) => {
      // What happened before a stream opened was missed, unless it is the first one of a page that has just been loaded.
      let missed = performance.now() - begun > RETRY_MS;
      const onStarted = () => {
        tell(missed ? null : OPENED);
        missed = true;
      };
      // Why a stream ended is told by any call: one is made.
      const onBroken = () => {
        missed = true;
        void utils.account.me.invalidate();
      };
      await keepOpen((live, ears) => live.account.live.subscribe(undefined, ears), { onStarted, onData: tell }, over, onBroken);
    };
    takeTurns(follow, () => show(null), stop.signal).catch(console.error);
    return () => {
      stop.abort();
      trades.end();
      clearTimeout(serviceDue);
      channel.close();
    };
  }, [token, utils]);
}

/** Follows whenever it is this tab's turn. One that slept through its turn has heard nothing meanwhile, either. */
async function takeTurns(follow: (over: AbortSignal) => Promise<void>, onLost: () => void, stop: AbortSignal): Promise<void> {
  // Locks and channels are there where the address is safe.
  if (!navigator.locks) return follow(stop);
  while (!stop.aborted) {
    try {
      await inOneTab(NAME, stop, follow);
    } catch (error) {
      if (stop.aborted) return;
      if (!(error instanceof DOMException && error.name === "AbortError")) throw error;
      onLost();
    }
  }
}

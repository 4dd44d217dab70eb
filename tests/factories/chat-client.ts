import { setTimeout as wait } from "node:timers/promises";
import { call } from "#tests/config/harness";
import { type Live, openLive } from "./live";

export interface ChatClient {
  /** The numbers of the messages that it has shown, in the order in which it did. */
  shown: number[];
  /** When each was shown, by `performance.now()`. */
  at: Map<number, number>;
  /** How often it has connected. */
  connections: () => number;
  has(seq: number, ms: number): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * A client as a page is one: it listens first, then asks for what it lacks, and asks again whenever something was said, may have
 * been missed, or its connection was lost.
 */
export function openChat(url: () => string, token: string, conversationId: string, historyPath: string): ChatClient {
  const shown: number[] = [];
  const at = new Map<number, number>();
  let connections = 0;
  let over = false;
  let live: Live | undefined;

  const catchUp = async () => {
    for (let more = true; more && !over; ) {
      const target = `${historyPath}?conversationId=${conversationId}&after=${shown.at(-1) ?? 0}`;
      const answer = await call(url(), "GET", target, { token }).catch(() => undefined);
      if (answer?.status !== 200) {
        await wait(50);
        continue;
      }
      for (const { seq } of answer.body.data.messages as { seq: number }[]) {
        shown.push(seq);
        at.set(seq, performance.now());
      }
      ({ more } = answer.body.data);
    }
  };
  const run = async () => {
    while (!over) {
      live = await openLive(url(), token).catch(() => undefined);
      if (live?.status !== 200) {
        await wait(50);
        continue;
      }
      connections += 1;
      await catchUp();
      for (let heard = 0; !over && !live.closed(); ) {
        const news = live.events.slice(heard);
        heard += news.length;
        const concerns = ({ event, data }: { event: string; data: { json?: string | null } }) =>
          event === "message" && (data.json === null || data.json?.startsWith(`support ${conversationId} message`));
        if (news.some(concerns)) await catchUp();
        await wait(3);
      }
      live.close();
    }
  };
  const done = run();
  return {
    shown,
    at,
    connections: () => connections,
    has: async (seq, ms) => {
      const deadline = performance.now() + ms;
      while (!at.has(seq) && performance.now() < deadline) await wait(3);
      return at.has(seq);
    },
    close: async () => {
      over = true;
      live?.close();
      await done;
    },
  };
}

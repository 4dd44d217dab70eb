import { sql } from "drizzle-orm";
import type { Connection, Executor } from "./db/client";
import type { Log } from "./log";
import { outOfScope } from "./telemetry/scope";

/** PostgreSQL's channel for everything of ours; a topic's name leads each message. */
const CHANNEL = "parley";

/** `null`: messages may have been missed, because the connection to the database was lost for a while. */
type Listener = (message: string | null) => void;

export interface Realtime {
  /** Hears a topic's messages from the moment that this settles, from whatever process they come. @returns how to stop */
  subscribe(topic: string, listener: Listener): Promise<() => void>;
}

/** Tells a topic's subscribers in every process, at the commit of the transaction. Ids only: a message has room for 8,000 bytes. */
export async function publish(db: Executor, topic: string, message = ""): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${`${topic} ${message}`})`);
}

/** Tells the subscribers of several topics the same. */
export async function publishAll(db: Executor, topics: string[], message: string): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, topic || ' ' || ${message}::text) from unnest(${sql.param(topics)}::text[]) topic`);
}

/** Tells a topic's subscribers several things, in their order. */
export async function publishEach(db: Executor, topic: string, messages: string[]): Promise<void> {
  await db.execute(sql`select pg_notify(${CHANNEL}, ${topic}::text || ' ' || message) from unnest(${sql.param(messages)}::text[]) message`);
}

/**
 * After a gap in its connection a process tells its streams of it one after the other, within so many milliseconds: whoever hears of it asks
 * for everything anew.
 */
const SPREAD_MS = 4000;

/** One LISTEN per process, fanned out to its subscribers. */
export function createRealtime(connection: Pick<Connection, "ear">, log: Log): Realtime {
  const topics = new Map<string, Set<Listener>>();
  let connected = false;
  const ear = connection.ear(CHANNEL, {
    heard: (payload) => {
      const at = payload.indexOf(" ");
      for (const listener of topics.get(payload.slice(0, at)) ?? []) listener(payload.slice(at + 1));
    },
    opened: () => {
      if (connected) for (const listeners of topics.values()) for (const listener of listeners) listener(null);
      connected = true;
    },
    failed: (error) => log.error({ err: error }, "live updates"),
  });

  return {
    subscribe: async (topic, listener) => {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      const stop = () => {
        listeners.delete(listener);
        if (listeners.size === 0 && topics.get(topic) === listeners) topics.delete(topic);
      };
      try {
        await outOfScope(() => ear.listening());
      } catch (error) {
        stop();
        throw error;
      }
      return stop;
    },
  };
}

/** The messages of some topics as they come, until the signal says that nobody listens any more. */
export async function* messages(
  realtime: Realtime,
  topics: string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<string | null, void> {
  const waiting: (string | null)[] = [];
  let wake = () => {};
  const take = (message: string | null) => {
    waiting.push(message);
    wake();
  };
  let missed: ReturnType<typeof setTimeout> | undefined;
  const hear = (message: string | null) => {
    if (message !== null) return take(message);
    // Once, however many topics there are.
    missed ??= setTimeout(() => {
      missed = undefined;
      take(null);
    }, Math.random() * SPREAD_MS);
  };
  const stops: (() => void)[] = [];
  const onAbort = () => wake();
  signal?.addEventListener("abort", onAbort);
  try {
    // All at once: between two of them something could be said that is for both.
    const subscribed = await Promise.allSettled(topics.map((topic) => realtime.subscribe(topic, hear)));
    for (const one of subscribed) if (one.status === "fulfilled") stops.push(one.value);
    for (const one of subscribed) if (one.status === "rejected") throw one.reason;
    while (!signal?.aborted) {
      const next = waiting.shift();
      if (next !== undefined) yield next;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    signal?.removeEventListener("abort", onAbort);
    clearTimeout(missed);
    for (const stop of stops) stop();
  }
}

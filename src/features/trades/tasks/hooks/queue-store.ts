"use client";

import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { Change } from "../rules";

/** A change on its way: made, and not yet with the server. Its id makes sure that it is taken once, however often it is sent. */
export type Queued = Change & {
  /** Their order on this device, which gives it: clocks are put back. */
  seq?: number;
  userId: string;
  workspaceId: string;
  /** What the task is called, where it shows no more. */
  title: string;
  /** Why it was refused for good; it stays until its author has read it. */
  problem?: string;
};

interface Schema extends DBSchema {
  changes: { key: number; value: Queued; indexes: { user: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function database(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>("parley-trades", 1, {
    upgrade: (db) => {
      db.createObjectStore("changes", { keyPath: "seq", autoIncrement: true }).createIndex("user", "userId");
    },
    // Another tab wants a newer version: make way, and open again when needed.
    blocking: (_current, _blocked, event) => {
      (event.target as IDBDatabase).close();
      opened = undefined;
    },
    terminated: () => {
      opened = undefined;
    },
  });
  // A failure is not kept: the next call opens anew.
  opened.catch(() => {
    opened = undefined;
  });
  return opened;
}

/** Written through to the disk before a write counts as done. */
const STRICT = { durability: "strict" } as const;

const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel("parley-trades");
const listeners = new Set<() => void>();

/** Calls back whenever what is on its way changed, in whatever tab. @returns how to stop */
export function onQueueChanged(listener: () => void): () => void {
  listeners.add(listener);
  channel?.addEventListener("message", listener);
  return () => {
    listeners.delete(listener);
    channel?.removeEventListener("message", listener);
  };
}

function announce(): void {
  for (const listener of listeners) listener();
  channel?.postMessage("changed");
}

/** In the order in which they were made. */
export async function listQueued(userId: string): Promise<Queued[]> {
  const all = await (await database()).getAllFromIndex("changes", "user", userId);
  return all.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

export async function putQueued(change: Queued): Promise<void> {
  const tx = (await database()).transaction("changes", "readwrite", STRICT);
  await Promise.all([tx.store.put(change), tx.done]);
  announce();
}

export async function removeQueued(changes: Queued[]): Promise<void> {
  const tx = (await database()).transaction("changes", "readwrite", STRICT);
  await Promise.all([...changes.flatMap(({ seq }) => (seq === undefined ? [] : [tx.store.delete(seq)])), tx.done]);
  announce();
}

"use client";

import type { DBSchema } from "idb";
import { deviceChanges, deviceDatabase, STRICT } from "@/ui/device-store";
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

const database = deviceDatabase<Schema>("parley-trades", 1, (db) => {
  db.createObjectStore("changes", { keyPath: "seq", autoIncrement: true }).createIndex("user", "userId");
});

const { announce, onChanged } = deviceChanges("parley-trades");

/** Calls back whenever what is on its way changed, in whatever tab. @returns how to stop */
export const onQueueChanged = onChanged;

/** In the order in which they were made. */
export async function listQueued(userId: string): Promise<Queued[]> {
  const all = await (await database()).getAllFromIndex("changes", "user", userId);
  return all.sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0));
}

/** Whether it is still on its way: another tab may have brought it. */
export const isQueued = async ({ seq }: Queued): Promise<boolean> =>
  seq !== undefined && (await (await database()).count("changes", seq)) > 0;

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

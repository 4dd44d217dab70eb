"use client";

import { type DBSchema, type IDBPDatabase, openDB, unwrap } from "idb";

/** Written through to the disk before a write counts as done: a power cut must not take what somebody made. */
export const STRICT = { durability: "strict" } as const;

/** Whether a connection can still be used. Only one that is tried tells: phones drop those of pages in the background, and not all say so. */
function isAlive(db: IDBDatabase): boolean {
  try {
    db.transaction([...db.objectStoreNames]);
    return true;
  } catch {
    return false;
  }
}

/**
 * A database of this device, opened when it is needed, and anew where its connection has died.
 * @param upgrade makes its stores; a change of them needs a higher version
 */
export function deviceDatabase<Schema extends DBSchema>(name: string, version: number, upgrade: (db: IDBPDatabase<Schema>) => void) {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const open = (): Promise<IDBPDatabase<Schema>> => {
    // What comes late of an earlier connection leaves the one that took its place.
    const giveUp = () => {
      if (opened === opening) opened = undefined;
    };
    const opening = openDB<Schema>(name, version, {
      upgrade: (db) => upgrade(db),
      // Another tab wants a newer version: make way, and open again when needed.
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        giveUp();
      },
      terminated: giveUp,
    });
    // A failure is not kept: the next call opens anew.
    opening.catch(giveUp);
    return opening;
  };
  return async (): Promise<IDBPDatabase<Schema>> => {
    opened ??= open();
    const before = opened;
    const db = await before;
    if (isAlive(unwrap(db))) return db;
    db.close();
    if (opened === before) opened = undefined;
    opened ??= open();
    return opened;
  };
}

/** Tells of changes of what this device keeps, in whatever tab. @param name of the tabs' channel */
export function deviceChanges(name: string) {
  const channel = typeof BroadcastChannel === "undefined" ? undefined : new BroadcastChannel(name);
  const listeners = new Set<() => void>();
  /** Calls back when another tab changed something. @returns how to stop */
  const onChangedElsewhere = (listener: () => void): (() => void) => {
    channel?.addEventListener("message", listener);
    return () => channel?.removeEventListener("message", listener);
  };
  return {
    announce: (): void => {
      for (const listener of listeners) listener();
      channel?.postMessage("changed");
    },
    /** Calls back whenever something changed, in whatever tab. @returns how to stop */
    onChanged: (listener: () => void): (() => void) => {
      listeners.add(listener);
      const stop = onChangedElsewhere(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
    onChangedElsewhere,
  };
}

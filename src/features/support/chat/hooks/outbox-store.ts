"use client";

import type { DBSchema } from "idb";
import type { ConversationSide } from "@/lib/enums/support";
import { deviceChanges, deviceDatabase, STRICT } from "@/ui/device-store";

export interface OutgoingFile {
  uid: string;
  name: string;
  type: string;
  blob: Blob;
  /** The server has it; the message alone is missing. */
  taken?: true;
}

/** A message on its way: written, and not yet with the server. Its id makes sure that it arrives once, however often it is sent. */
export interface Outgoing {
  uid: string;
  userId: string;
  side: ConversationSide;
  conversationId: string;
  /** Where it begins the conversation. */
  subject?: string;
  text: string;
  files: OutgoingFile[];
  /** Of the team's: the number of the last message that its author had seen. */
  seen?: number;
  /** Milliseconds since 1970, by this device's clock, which may be set back: no order hangs on it. */
  at: number;
  /** Which one of those on this device it is: the order in which they go. Missing in what an earlier release kept, which goes first. */
  turn?: number;
  /** Why it was refused for good; it stays until its author decides. */
  problem?: string;
}

interface Schema extends DBSchema {
  outgoing: { key: string; value: Outgoing; indexes: { user: string } };
}

const database = deviceDatabase<Schema>("parley-support", 1, (db) => {
  db.createObjectStore("outgoing", { keyPath: "uid" }).createIndex("user", "userId");
});

const { announce, onChanged, ...more } = deviceChanges("parley-support");

/** Calls back whenever what is on its way changed, in whatever tab. */
export const onOutgoingChanged = onChanged;

/** Calls back when another tab changed something. */
export const onChangedElsewhere = more.onChangedElsewhere;

const turnOf = ({ turn = 0 }: Outgoing): number => turn;

/** In the order in which they were written. */
export async function listOutgoing(userId: string): Promise<Outgoing[]> {
  const all = await (await database()).getAllFromIndex("outgoing", "user", userId);
  return all.sort((a, b) => turnOf(a) - turnOf(b) || a.at - b.at);
}

/** Keeps a message: after all that waits, unless it has the turn of one whose place it takes. */
export async function putOutgoing(message: Outgoing): Promise<void> {
  const tx = (await database()).transaction("outgoing", "readwrite", STRICT);
  // In one transaction: two tabs do not take the same turn.
  const turn = message.turn ?? Math.max(0, ...(await tx.store.getAll()).map(turnOf)) + 1;
  await Promise.all([tx.store.put({ ...message, turn }), tx.done]);
  announce();
}

/** Changes one that is still there; one that was discarded meanwhile stays gone. */
export async function changeOutgoing(uid: string, change: (message: Outgoing) => Outgoing): Promise<void> {
  const tx = (await database()).transaction("outgoing", "readwrite", STRICT);
  const message = await tx.store.get(uid);
  if (message) await tx.store.put(change(message));
  await tx.done;
  announce();
}

export async function removeOutgoing(uid: string): Promise<void> {
  const tx = (await database()).transaction("outgoing", "readwrite", STRICT);
  await Promise.all([tx.store.delete(uid), tx.done]);
  announce();
}

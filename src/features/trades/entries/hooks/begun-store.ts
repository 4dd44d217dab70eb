"use client";

import type { FormAnswers, FormDefinition } from "@/lib/form-definitions";
import { deviceChanges, STRICT } from "@/ui/device-store";
import type { EntryDto } from "../dto";
import { formDatabase } from "./form-database";

/** A form that was begun on this device and is not with the server yet. Its id makes sure that it is begun once, however often it is sent. */
export interface Begun {
  uid: string;
  userId: string;
  workspaceId: string;
  /** With the number of the version that it was begun with, which it keeps. */
  form: EntryDto["form"];
  definition: FormDefinition;
  job: EntryDto["job"];
  task: EntryDto["task"];
  answers: FormAnswers;
  /** What was sent of it, in its order, whether or not it arrived: all else that the server has is of another device. */
  sent?: FormAnswers[];
  /** Milliseconds since 1970, by this device's clock: the order in which they were begun. */
  at: number;
  /** Its author is done with it. */
  handIn: boolean;
  /** It was handed in once and refused: sent as it is, it is a draft, and its author has to hear so. */
  refusedOnce?: true | undefined;
  /** Grows with each change: it leaves the device only as it was sent. */
  change: number;
  /** Why the server does not take it; it stays until its author does something about it. */
  problem?: string | undefined;
  /** What of it is not there any more, where that is why. */
  gone?: "task" | "job" | undefined;
  /** How many of its photos the server does not take, where that is why. */
  photos?: number | undefined;
}

/** Why the server does not take what was handed in from another device meanwhile, without all that is filled in here. */
export const OVERTAKEN = "overtaken";

const { announce, onChanged } = deviceChanges("parley-forms");

/** Calls back whenever what was begun here changed, in whatever tab. @returns how to stop */
export const onBegunChanged = onChanged;

/** In the order in which they were begun. */
export async function listBegun(userId: string): Promise<Begun[]> {
  const all = await (await formDatabase()).getAllFromIndex("begun", "user", userId);
  return all.sort((a, b) => a.at - b.at);
}

export const readBegun = async (uid: string): Promise<Begun | undefined> => (await formDatabase()).get("begun", uid);

export async function keepBegun(begun: Begun): Promise<void> {
  const tx = (await formDatabase()).transaction("begun", "readwrite", STRICT);
  await Promise.all([tx.store.put(begun), tx.done]);
  announce();
}

/** @returns false where it is not here any more */
export async function changeBegun(
  uid: string,
  part: Partial<Pick<Begun, "answers" | "handIn" | "job" | "task" | "problem" | "gone" | "photos" | "refusedOnce">>,
): Promise<boolean> {
  const tx = (await formDatabase()).transaction("begun", "readwrite", STRICT);
  const now = await tx.store.get(uid);
  if (now) await tx.store.put({ ...now, ...part, change: now.change + 1 });
  await tx.done;
  if (now) announce();
  return now !== undefined;
}

/** Remembers what is about to be sent: no change of what is filled in. */
export async function rememberSent(uid: string, answers: FormAnswers): Promise<void> {
  const tx = (await formDatabase()).transaction("begun", "readwrite", STRICT);
  const now = await tx.store.get(uid);
  const before = now?.sent ?? [];
  // One try after the other sends the same.
  if (now && JSON.stringify(before.at(-1)) !== JSON.stringify(answers)) await tx.store.put({ ...now, sent: [...before, answers] });
  await tx.done;
}

/** @param change as which it was sent  @returns false where it was changed since */
export async function removeBegun(uid: string, change?: number): Promise<boolean> {
  const tx = (await formDatabase()).transaction("begun", "readwrite", STRICT);
  const now = await tx.store.get(uid);
  const same = change === undefined || now === undefined || now.change === change;
  if (same) await tx.store.delete(uid);
  await tx.done;
  if (same) announce();
  return same;
}

"use client";

import { create } from "zustand";
import { sender } from "@/trpc/token";

/** What the workspace has of a file, under this id. */
export interface Sent {
  uid: string;
  name: string;
  type: string;
  size: number;
}

/** A file that was chosen: on its way, or why it is not kept. */
export interface Sending {
  uid: string;
  file: File;
  /** How much of it has arrived, from 0 to 1. */
  share: number;
  problem?: string;
  /** Whether to try once more may help. */
  again?: boolean;
  /** It has arrived, while nobody was on the page that it was chosen on. */
  sent?: Sent;
}

/** For whom and for what files were chosen. */
export interface Chosen {
  userId: string | undefined;
  place: string;
}

const keyOf = ({ userId = "", place }: Chosen): string => `${userId} ${place}`;
const NONE: readonly Sending[] = [];

/**
 * Files that are not with a workspace yet, by whom and what they are for. A photo that a page has taken is nowhere else: it is there as long
 * as the app is open, wherever one goes in it.
 */
const useAll = create<Record<string, readonly Sending[]>>()(() => ({}));

export const useChosen = (chosen: Chosen): readonly Sending[] => useAll((all) => all[keyOf(chosen)] ?? NONE);

export const changeChosen = (chosen: Chosen, next: (now: readonly Sending[]) => readonly Sending[]): void =>
  useAll.setState((all) => ({ [keyOf(chosen)]: next(all[keyOf(chosen)] ?? NONE) }));

/** Files that have arrived since: each is given once. */
export function takeArrived(chosen: Chosen): Sent[] {
  const arrived = (useAll.getState()[keyOf(chosen)] ?? NONE).flatMap(({ sent }) => sent ?? []);
  changeChosen(chosen, (now) => now.filter(({ sent }) => !sent));
  return arrived;
}

const ask = (event: BeforeUnloadEvent) => {
  const mine = keyOf({ userId: sender(), place: "" });
  if (Object.entries(useAll.getState()).some(([key, files]) => key.startsWith(mine) && files.some(({ sent }) => !sent)))
    event.preventDefault();
};
// A page that asks is not kept by the browser for going back: it asks only while there is something to ask for.
useAll.subscribe((all) => {
  if (Object.values(all).some((files) => files.length > 0)) window.addEventListener("beforeunload", ask);
  else window.removeEventListener("beforeunload", ask);
});

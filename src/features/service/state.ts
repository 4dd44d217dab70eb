"use client";

import { keptState } from "@/ui/client-state";

interface State {
  /** Announcements that were closed on this device; the latest ones. */
  closed: string[];
}

const REMEMBERED = 50;

export const useClosedState = keptState<State>("parley-announcements", { closed: [] });

export function closeAnnouncement(uid: string): void {
  useClosedState.setState(({ closed }) => ({ closed: [...closed, uid].slice(-REMEMBERED) }));
}

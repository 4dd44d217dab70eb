"use client";

import { create } from "zustand";
import { createJSONStorage, persist } from "zustand/middleware";
import { deviceStorage } from "@/ui/client-state";

interface State {
  /** Announcements that were closed on this device; the latest ones. */
  closed: string[];
}

const REMEMBERED = 50;

export const useClosedState = create<State>()(
  persist(() => ({ closed: [] }) as State, { name: "parley-announcements", storage: createJSONStorage(() => deviceStorage) }),
);

export function closeAnnouncement(uid: string): void {
  useClosedState.setState(({ closed }) => ({ closed: [...closed, uid].slice(-REMEMBERED) }));
}

"use client";

import { create } from "zustand";
import { createJSONStorage, persist, type StateStorage } from "zustand/middleware";
import { type ClientState, INITIAL_STATE } from "@/lib/client-state";
import { STATE_KEY, STATE_TIMEOUT_MS } from "@/lib/constants";
import { clearDraft, dropOldDrafts, readDraft, releaseDrafts, writeDraft } from "./drafts";
import { forgetAnswers } from "./kept-answers";
import { forgetToasts } from "./toast";
import { isViewing } from "./viewing-tab";

/**
 * Local storage behind a time-out: a browser that never answers must not keep the page from starting. A tab that looks at somebody
 * else's account takes nothing from it and leaves nothing there.
 */
const deviceStorage: StateStorage = {
  getItem: (name) =>
    Promise.race([
      Promise.resolve().then(() => (isViewing() ? null : localStorage.getItem(name))),
      new Promise<null>((resolve) => setTimeout(resolve, STATE_TIMEOUT_MS, null)),
      // Persistence errors are handled silently: the state then starts from its initial value.
    ]).catch(() => null),
  setItem: (name, value) => {
    if (isViewing()) return;
    try {
      localStorage.setItem(name, value);
    } catch {
      // A full or forbidden storage costs comfort, not work: recordings are kept elsewhere.
    }
  },
  removeItem: (name) => {
    if (isViewing()) return;
    try {
      localStorage.removeItem(name);
    } catch {
      // As above.
    }
  },
};

export const useClientState = create<ClientState>()(
  persist(() => structuredClone(INITIAL_STATE), {
    name: STATE_KEY,
    storage: createJSONStorage(() => deviceStorage),
    skipHydration: true,
    partialize: (state) => ({ ...state, auth: { ...state.auth, user: { data: null } } }),
    merge: (kept, current) => ({
      ...current,
      ...(kept as Partial<ClientState>),
      auth: { ...current.auth, ...(kept as Partial<ClientState>)?.auth, user: current.auth.user },
    }),
  }),
);

/** What this device keeps beside that, such as views of tables. It follows what other tabs write, so that none writes over it. */
export function keptState<State extends object>(name: string, initial: State) {
  const store = create<State>()(persist(() => initial, { name, storage: createJSONStorage(() => deviceStorage) }));
  if (typeof window !== "undefined")
    window.addEventListener("storage", ({ key }) => {
      if (key === name) void store.persist.rehydrate();
    });
  return store;
}

/** Changes part of one slice. */
export function updateSlice<K extends keyof ClientState>(slice: K, change: Partial<ClientState[K]>): void {
  useClientState.setState((state) => ({ [slice]: { ...state[slice], ...change } }) as Partial<ClientState>);
}

/**
 * All six slices back to their initial values; what was being entered and what the server has answered are forgotten.
 * @param ranOut whether the session ended only because its time was over: then what was being entered waits for its owner. Undefined in a
 * tab that follows another one, which knows.
 * @returns whether something waits for its owner
 */
export function resetClientState(ranOut?: boolean): boolean {
  const { promptMe } = useClientState.getState();
  useClientState.setState(structuredClone(INITIAL_STATE), true);
  const comesBack = releaseDrafts(ranOut);
  // Key points are typed by hand, and stand nowhere else.
  if (ranOut && Object.keys(promptMe).length > 0) writeDraft(KEY_POINTS, promptMe);
  forgetAnswers();
  forgetToasts();
  return comesBack;
}

const KEY_POINTS = "key-points";

/** Somebody is signed in: the key points that they left as their session ran out are there again. Drafts of others are gone by then. */
export function restoreKeyPoints(): void {
  const left = readDraft<ClientState["promptMe"]>(KEY_POINTS);
  if (!left) return;
  useClientState.setState(({ promptMe }) => ({ promptMe: { ...left, ...promptMe } }));
  clearDraft(KEY_POINTS);
}

/** Takes over what is kept on the device, in the place of what this tab remembers. */
export const rereadClientState = (): Promise<void> => Promise.resolve(useClientState.persist.rehydrate()).catch(() => {});

/**
 * Restores what was kept, and follows what other tabs write. Whoever changes the state waits for `restored`: a change before
 * it would be written over what was kept.
 */
export function startClientState(): { restored: Promise<void>; stop: () => void } {
  dropOldDrafts();
  const restored = rereadClientState();
  const follow = (event: StorageEvent) => {
    if (event.key === STATE_KEY && event.newValue) void rereadClientState();
  };
  window.addEventListener("storage", follow);
  return { restored, stop: () => window.removeEventListener("storage", follow) };
}

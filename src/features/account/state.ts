"use client";

import { create } from "zustand";
import { queryClient } from "@/trpc/client";
import { readToken, tokenExpiry, writeToken } from "@/trpc/token";
import { resetClientState, updateSlice } from "@/ui/client-state";

/** The client's session goes through these in order; what is signed in is known only when initialised. */
export type SessionPhase = "initial" | "notInitialised" | "initialised";

interface SessionState {
  phase: SessionPhase;
  token: string | null;
  /** Why the last session ended on its own; the page says it once. */
  ended: "expired" | "ended" | null;
}

export const useSessionState = create<SessionState>()(() => ({ phase: "initial", token: null, ended: null }));

let expiryTimer: ReturnType<typeof setTimeout> | undefined;
/** setTimeout's longest delay; a token that lives longer is looked at again then. */
const MAX_DELAY = 2 ** 31 - 1;

function watchExpiry(token: string): void {
  clearTimeout(expiryTimer);
  const left = tokenExpiry(token) - Date.now();
  expiryTimer = setTimeout(() => (left > MAX_DELAY ? watchExpiry(token) : closeSession("expired")), Math.min(Math.max(left, 0), MAX_DELAY));
}

function adopt(token: string): void {
  updateSlice("auth", { user: { data: token } });
  useSessionState.setState({ phase: "initialised", token, ended: null });
  watchExpiry(token);
}

/** Login and register: the token is stored and every tab follows. */
export function openSession(token: string): void {
  writeToken(token);
  queryClient.clear();
  adopt(token);
}

/** Logout, or the end of the token: user, token and all client state go back to their initial value. */
export function closeSession(reason: SessionState["ended"]): void {
  clearTimeout(expiryTimer);
  writeToken(null);
  resetClientState();
  queryClient.clear();
  useSessionState.setState({ phase: "initialised", token: null, ended: reason });
}

/** A stored token is used again only if it ends later than now. */
function restore(): void {
  const token = readToken();
  if (token === null) useSessionState.setState({ phase: "initialised", token: null });
  else if (tokenExpiry(token) > Date.now()) adopt(token);
  else closeSession("expired");
}

/** Starts the session in this tab, and follows what other tabs do to the token. */
export function startSession(): () => void {
  useSessionState.setState({ phase: "notInitialised" });
  restore();
  const follow = (event: StorageEvent) => {
    if (event.key !== "accessToken" && event.key !== null) return;
    const token = readToken();
    if (token === useSessionState.getState().token) return;
    queryClient.clear();
    if (token === null) {
      clearTimeout(expiryTimer);
      resetClientState();
      useSessionState.setState({ token: null, ended: null });
    } else adopt(token);
  };
  window.addEventListener("storage", follow);
  return () => window.removeEventListener("storage", follow);
}

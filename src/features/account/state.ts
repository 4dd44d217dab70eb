"use client";

import { create } from "zustand";
import { ACCESS_TOKEN_KEY } from "@/lib/constants";
import { queryClient } from "@/trpc/client";
import { readToken, serverNow, tokenExpiry, tokenSession, tokenSubject, writeToken } from "@/trpc/token";
import { whenIdle } from "@/ui/busy";
import { rereadClientState, resetClientState, restoreKeyPoints, updateSlice } from "@/ui/client-state";
import { claimDrafts } from "@/ui/drafts";
import { closeShown } from "@/ui/service-worker";
import { forgetToasts } from "@/ui/toast";
import { isViewing, leaveViewing } from "@/ui/viewing-tab";
import { viewingOverHref } from "./viewings/rules";

/** The client's session goes through these in order; what is signed in is known only when initialised. */
export type SessionPhase = "initial" | "notInitialised" | "initialised";

interface SessionState {
  phase: SessionPhase;
  token: string | null;
  /** Why the last session ended on its own; the page says it once. */
  ended: "expired" | "ended" | null;
  /** Whoever was signed in here has gone: whoever comes next begins where everybody does, and not where those were. */
  left: boolean;
  /** Whether the page has waited long enough for the server to say who is signed in. */
  impatient: boolean;
}

export const useSessionState = create<SessionState>()(() => ({
  phase: "initial",
  token: null,
  ended: null,
  left: false,
  impatient: false,
}));

/** How long a page waits for the server to say who is signed in, in milliseconds. */
const PATIENCE_MS = 5_000;

let expiryTimer: ReturnType<typeof setTimeout> | undefined;
/** setTimeout's longest delay; a token that lives longer is looked at again then. */
const MAX_DELAY = 2 ** 31 - 1;

/** In how many milliseconds a token ends: by whichever clock says later, as one that was behind may have been put right since. The server decides. */
const leftOf = (token: string): number => tokenExpiry(token) - Math.min(serverNow(), Date.now());

function watchExpiry(token: string): void {
  clearTimeout(expiryTimer);
  const look = () => (leftOf(token) > 0 ? watchExpiry(token) : endSession("expired"));
  expiryTimer = setTimeout(look, Math.min(Math.max(leftOf(token), 0), MAX_DELAY));
}

function adopt(token: string): void {
  claimDrafts(tokenSubject(token));
  restoreKeyPoints();
  updateSlice("auth", { user: { data: token } });
  useSessionState.setState({ phase: "initialised", token, ended: null, left: false });
  watchExpiry(token);
}

/** Login and register: the token is stored and every tab follows. */
export function openSession(token: string): void {
  writeToken(token);
  queryClient.clear();
  adopt(token);
}

/**
 * Logout: user, token and all client state go back to their initial value; but what was being typed as a session ran out stays for whoever
 * logs in again. Where somebody else's account was looked at that is over,
 * and the tab is its owner's again.
 * @param comesBack whether whoever was signed in is to log in again: then that stays as well
 */
export function closeSession(reason: SessionState["ended"], comesBack = reason === "expired"): void {
  clearTimeout(expiryTimer);
  if (isViewing()) {
    endLook(reason);
    return;
  }
  writeToken(null);
  if (!comesBack) void closeShown().catch((error: unknown) => console.warn("push:", error));
  const stays = resetClientState(comesBack);
  queryClient.clear();
  useSessionState.setState({ phase: "initialised", token: null, ended: reason, left: reason === null && !stays });
}

/** What ended by itself needs no ending. */
function endLook(reason: SessionState["ended"]): void {
  const token = readToken();
  leaveViewing(viewingOverHref(tokenSubject(token), reason === null ? tokenSession(token) : undefined));
}

/** The session ended by itself. Nobody is cut off in the middle of an answer: while one is recorded, its end waits. */
export function endSession(reason: "expired" | "ended"): void {
  const { token } = useSessionState.getState();
  whenIdle(() => {
    // A login in the meantime has another token: here, or in another tab of which this one has not been told.
    if (useSessionState.getState().token !== token) return;
    const kept = readToken();
    if (kept === null || kept === token) closeSession(reason);
    else follow();
  });
}

/** A stored token is used again only if it ends later than now. */
function restore(): void {
  const token = readToken();
  if (token === null) useSessionState.setState({ phase: "initialised", token: null });
  else if (leftOf(token) > 0) adopt(token);
  else closeSession("expired");
}

/** What other tabs did to the token is done here too. */
function follow(): void {
  whenIdle(async () => {
    const token = readToken();
    const before = useSessionState.getState().token;
    if (token === before) return;
    // The device keeps the new person's state by now; this tab remembers another's, and would write it over that.
    if (token !== null && tokenSubject(token) !== tokenSubject(before)) {
      await rereadClientState();
      forgetToasts();
      // Somebody was faster, or it is yet another's: of that this tab was told, too.
      if (token !== readToken() || token === useSessionState.getState().token) return;
    }
    queryClient.clear();
    if (token !== null) return adopt(token);
    clearTimeout(expiryTimer);
    const stays = resetClientState();
    useSessionState.setState({ token: null, ended: null, left: !stays });
  });
}

/**
 * Starts the session in this tab. Other tabs tell by storage events; a tab that was frozen or comes out of the back-forward
 * cache has missed them, and looks for itself.
 */
export function startSession(): () => void {
  useSessionState.setState({ phase: "notInitialised" });
  restore();
  const patience = setTimeout(() => useSessionState.setState({ impatient: true }), PATIENCE_MS);
  const onStorage = (event: StorageEvent) => {
    if (event.key === ACCESS_TOKEN_KEY || event.key === null) follow();
  };
  const onVisible = () => {
    if (document.visibilityState === "visible") follow();
  };
  window.addEventListener("storage", onStorage);
  window.addEventListener("pageshow", onVisible);
  document.addEventListener("visibilitychange", onVisible);
  return () => {
    clearTimeout(patience);
    window.removeEventListener("storage", onStorage);
    window.removeEventListener("pageshow", onVisible);
    document.removeEventListener("visibilitychange", onVisible);
  };
}

"use client";

import { useSyncExternalStore } from "react";

const KEY = "parley-viewing";

let token: string | null | undefined;

/**
 * With which this tab looks at somebody else's account, if it does; that is settled when the page loads and stays so. It lives in the
 * tab alone: the others go on as whoever is signed in, and what is kept on the device stays untouched.
 */
export function viewingToken(): string | null {
  if (token === undefined) token = typeof window === "undefined" ? null : kept();
  return token;
}

function kept(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const isViewing = (): boolean => viewingToken() !== null;

/** Begins anew as somebody who looks. @throws DOMException where the browser keeps nothing for a tab */
export function beginViewing(accessToken: string): void {
  sessionStorage.setItem(KEY, accessToken);
  window.location.replace("/dashboard");
}

/** Begins anew, at an address, as whoever is signed in. */
export function leaveViewing(address: string): void {
  sessionStorage.removeItem(KEY);
  window.location.replace(address);
}

const never = () => () => {};

/** Whether this tab looks at somebody else's account; false on the server, and for the first moment of a static page. */
export const useViewing = (): boolean => useSyncExternalStore(never, isViewing, () => false);

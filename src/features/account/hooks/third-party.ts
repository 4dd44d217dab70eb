"use client";

import type { Provider } from "@/lib/enums/account";
import { PROVIDERS } from "@/lib/enums/account";

/** Where a page is told that it was opened by a third party's answer, and whose. */
const PARAMETER = "thirdParty";

export const returningFrom = (search: string): Provider | null => {
  const value = new URLSearchParams(search).get(PARAMETER);
  return PROVIDERS.find((provider) => provider === value) ?? null;
};

/** next-auth's half in the browser; loaded only by those who use it. */
const nextAuth = () => import("next-auth/react");

/** In session storage: where this tab was to go, with the place on the page, when it left for a third party that leads back without. */
const RETURN_KEY = "parley-return";
/** In local storage: since when some tab is on its way through a third party, whose proof the others must leave alone. */
const FLOW_KEY = "parley-third-party";
const FLOW_MS = 10 * 60_000;

const remember = (storage: Storage, key: string, value: string | null): void => {
  try {
    if (value === null) storage.removeItem(key);
    else storage.setItem(key, value);
  } catch {
    // Without storage the way back is the dashboard.
  }
};

const recall = (storage: Storage, key: string): string | null => {
  try {
    return storage.getItem(key);
  } catch {
    return null;
  }
};

/** Whether a tab of this browser is on its way through a third party. */
export const isFlowUnderWay = (): boolean => Date.now() - Number(recall(localStorage, FLOW_KEY) ?? 0) < FLOW_MS;

/** Where the login was to lead before this tab left for the third party; known once. */
export function takeReturn(): string | null {
  const target = recall(sessionStorage, RETURN_KEY);
  remember(sessionStorage, RETURN_KEY, null);
  return target;
}

/** Leaves for the third party out of a login or registration; it leads back to the login page, and from there to where that was to lead. */
export function leaveToLogIn(provider: Provider): Promise<void> {
  const returnTo = new URLSearchParams(window.location.search).get("returnTo");
  remember(sessionStorage, RETURN_KEY, returnTo === null ? null : returnTo + window.location.hash);
  return leaveFor(provider, `/auth/login${returnTo ? `?returnTo=${encodeURIComponent(returnTo)}` : ""}`);
}

/** Leaves for the third party, which leads back to `page`. @throws where the way there cannot be asked for: then nobody has left */
export async function leaveFor(provider: Provider, page: string): Promise<void> {
  remember(localStorage, FLOW_KEY, String(Date.now()));
  const back = new URL(page, window.location.origin);
  back.searchParams.set(PARAMETER, provider);
  await ending;
  try {
    const { getProviders, signIn } = await nextAuth();
    // Without a network it would lead to a page that does not load.
    if (!(await getProviders())) throw new Error("no answer");
    await signIn(provider, { callbackUrl: back.pathname + back.search });
  } catch (error) {
    remember(localStorage, FLOW_KEY, null);
    throw error;
  }
}

/** The end of a session that is under way. Its answer says where to go next: it must not come after that of a new login. */
let ending: Promise<unknown> = Promise.resolve();

/** The proof has served, or is not wanted: nothing of the third party's session stays. */
export async function endThirdPartySession(): Promise<void> {
  remember(localStorage, FLOW_KEY, null);
  ending = nextAuth()
    // Else it tells the server the page's whole address, and keeps it in a cookie: with the secret that a mailed link has behind #.
    .then(({ signOut }) => signOut({ redirect: false, callbackUrl: "/" }))
    .catch(() => {});
  await ending;
}

/**
 * What the third party says of the person, to greet them and fill in their names; the server takes it from the proof itself.
 * @throws where nobody answers
 */
export async function thirdPartyGreeting(): Promise<{ email: string; firstName: string; lastName: string }> {
  const { getSession } = await nextAuth();
  const session = (await getSession()) as { proof?: { email?: string; firstName?: string; lastName?: string } } | null;
  if (!session?.proof) throw new Error("no answer");
  const { email = "", firstName = "", lastName = "" } = session.proof;
  return { email, firstName, lastName };
}

"use client";

import type { Provider } from "@/lib/enums";
import { PROVIDERS } from "@/lib/enums";

/** Where a page is told that it was opened by a third party's answer, and whose. */
const PARAMETER = "thirdParty";

export const returningFrom = (search: string): Provider | null => {
  const value = new URLSearchParams(search).get(PARAMETER);
  return PROVIDERS.find((provider) => provider === value) ?? null;
};

/** next-auth's half in the browser; loaded only by those who use it. */
const nextAuth = () => import("next-auth/react");

/** Leaves for the third party, which leads back to `page`. */
export async function leaveFor(provider: Provider, page: string): Promise<void> {
  const back = new URL(page, window.location.origin);
  back.searchParams.set(PARAMETER, provider);
  const { signIn } = await nextAuth();
  await signIn(provider, { callbackUrl: back.pathname + back.search });
}

/** The proof has served, or is not wanted: nothing of the third party's session stays. */
export async function endThirdPartySession(): Promise<void> {
  const { signOut } = await nextAuth();
  await signOut({ redirect: false }).catch(() => {});
}

/** What the third party says of the person, to greet them and fill in their names; the server takes it from the proof itself. */
export async function thirdPartyGreeting(): Promise<{ email: string; firstName: string; lastName: string }> {
  const { getSession } = await nextAuth();
  const session = (await getSession()) as { proof?: { email?: string; firstName?: string; lastName?: string } } | null;
  return { email: session?.proof?.email ?? "", firstName: session?.proof?.firstName ?? "", lastName: session?.proof?.lastName ?? "" };
}

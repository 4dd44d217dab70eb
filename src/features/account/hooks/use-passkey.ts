"use client";

import { api } from "@/trpc/client";

/** Somebody closed the browser's own dialog, or it ran out: nothing happened. */
export class PasskeyCancelled extends Error {}

/** The browser's half of WebAuthn; loaded only by those who use it. */
const webauthn = () => import("@simplewebauthn/browser");

async function orCancelled<T>(ceremony: Promise<T>): Promise<T> {
  try {
    return await ceremony;
  } catch (error) {
    if (error instanceof Error && /^(NotAllowedError|AbortError)$/.test(error.name)) throw new PasskeyCancelled();
    throw error;
  }
}

export const canUsePasskeys = (): boolean => typeof window !== "undefined" && typeof window.PublicKeyCredential === "function";

/** @returns the access token  @throws PasskeyCancelled, or what the server says */
export async function logInWithPasskey(): Promise<string> {
  const { startAuthentication } = await webauthn();
  const { data } = await api.account.factors.beginPasskeyLogin.mutate();
  const response = await orCancelled(startAuthentication({ optionsJSON: data.options as never }));
  const { accessToken } = await api.account.factors.loginWithPasskey.mutate({ challengeId: data.challengeId, response: response as never });
  return accessToken;
}

/** @throws PasskeyCancelled, or what the server says */
export async function proveByPasskey(): Promise<void> {
  const { startAuthentication } = await webauthn();
  const { data } = await api.account.factors.beginPasskeyReauthentication.mutate();
  const response = await orCancelled(startAuthentication({ optionsJSON: data.options as never }));
  await api.account.factors.reauthenticateWithPasskey.mutate({ challengeId: data.challengeId, response: response as never });
}

/** @returns the recovery codes, when these are the account's first  @throws PasskeyCancelled, or what the server says */
export async function makePasskey(name: string): Promise<string[]> {
  const { startRegistration } = await webauthn();
  const { data } = await api.account.factors.beginPasskey.mutate();
  const response = await orCancelled(startRegistration({ optionsJSON: data.options as never }));
  const answer = await api.account.factors.addPasskey.mutate({ challengeId: data.challengeId, response: response as never, name });
  return answer.data.recoveryCodes;
}

"use client";

import { api } from "@/trpc/client";

/** Somebody closed the browser's own dialog, or it ran out: nothing happened. */
export class PasskeyCancelled extends Error {}

/** The browser or the device did not do it. */
export class PasskeyFailed extends Error {}

/** A passkey that a device has made, to be kept by the server. */
export interface MadePasskey {
  challengeId: string;
  response: never;
}

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

/** @throws PasskeyCancelled | PasskeyFailed, or what the server says */
export async function makePasskey(): Promise<MadePasskey> {
  const { startRegistration } = await webauthn();
  const { data } = await api.account.factors.beginPasskey.mutate();
  const ceremony = startRegistration({ optionsJSON: data.options as never }).catch((cause: Error) => {
    throw /^(NotAllowedError|AbortError)$/.test(cause.name) ? cause : new PasskeyFailed(cause.message, { cause });
  });
  return { challengeId: data.challengeId, response: (await orCancelled(ceremony)) as never };
}

/** @returns the recovery codes, when these are the account's first */
export const keepPasskey = async (made: MadePasskey, name: string): Promise<string[]> =>
  (await api.account.factors.addPasskey.mutate({ ...made, name })).data.recoveryCodes;

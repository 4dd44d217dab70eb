"use client";

import { asAuthor } from "@/trpc/call-context";
import { api } from "@/trpc/client";
import { INSTALLED } from "@/ui/hooks";
import { registerServiceWorker } from "@/ui/service-worker";

/** Where pushes stand in this browser. */
export type PushState = "unsupported" | "home_screen" | "blocked" | "app_blocked" | "off" | "on";

/** Whose pushes this browser was set up for, and what the server was told last; kept through a logout. */
const OWNER_KEY = "pushOwner";

/** A browser that does not reach its push service may try for minutes; somebody who waits for it is told earlier. */
const SUBSCRIBE_MS = 12_000;

interface Owner {
  userId: string;
  /** Access token and address that the server knows together; empty after a logout. */
  told: string;
}

export const isPushSupported = (): boolean =>
  "serviceWorker" in navigator && "PushManager" in window && "Notification" in window && window.isSecureContext;

/** Safari on iPhones and iPads, outside of the home screen: pushes come only to what was opened from there. Only it has this property. */
const wantsHomeScreen = (): boolean => "standalone" in navigator && navigator.standalone === false;

function readOwner(): Owner | null {
  try {
    return JSON.parse(localStorage.getItem(OWNER_KEY) ?? "null");
  } catch {
    return null;
  }
}

function writeOwner(owner: Owner | null): void {
  try {
    if (owner) localStorage.setItem(OWNER_KEY, JSON.stringify(owner));
    else localStorage.removeItem(OWNER_KEY);
  } catch {
    // A browser that keeps nothing asks again next time.
  }
}

const subscriptionOf = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/** An installed app is allowed to elsewhere than a site: it shows no address with permissions beside it. */
const blocked = (): PushState => (window.matchMedia(INSTALLED).matches ? "app_blocked" : "blocked");

/** @returns the state for somebody who is signed in here */
export async function readPushState(userId: string): Promise<PushState> {
  if (!isPushSupported()) return wantsHomeScreen() ? "home_screen" : "unsupported";
  if (Notification.permission === "denied") return blocked();
  if (Notification.permission !== "granted" || readOwner()?.userId !== userId) return "off";
  return (await subscriptionOf()) ? "on" : "off";
}

/** What is the same while neither the session nor the browser's address changes; no token is kept. */
const fingerprint = async (token: string, endpoint: string): Promise<string> => {
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(`${token} ${endpoint}`));
  return Array.from(new Uint8Array(hash).slice(0, 16), (byte) => byte.toString(16).padStart(2, "0")).join("");
};

async function tellServer(subscription: PushSubscription, userId: string, token: string): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  // Whoever was asked may have taken their time, and have left meanwhile.
  const own = asAuthor(userId);
  await api.account.notifications.push.subscribe.mutate({ endpoint: endpoint ?? "", keys: { p256dh, auth } }, own);
  writeOwner({ userId, told: await fingerprint(token, subscription.endpoint) });
}

const within = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  Promise.race([promise, new Promise<never>((_, reject) => setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms))]);

/** Subscribes this browser, whose owner has allowed notifications. @throws when the browser or the server does not take part */
async function subscribe(userId: string, token: string): Promise<void> {
  await registerServiceWorker();
  const { pushManager } = await navigator.serviceWorker.ready;
  const { data } = await api.account.notifications.push.key.query();
  // One that was made with another key, or by somebody else, stands in the way.
  await (await pushManager.getSubscription())?.unsubscribe();
  const options = { userVisibleOnly: true, applicationServerKey: data.publicKey };
  const subscription = await within(SUBSCRIBE_MS, pushManager.subscribe(options));
  try {
    await tellServer(subscription, userId, token);
  } catch (error) {
    await subscription.unsubscribe();
    throw error;
  }
}

/**
 * Asks for permission, which browsers grant only in answer to a click, and subscribes.
 * @throws when the browser or the server does not take part
 */
export async function turnPushOn(userId: string, token: string): Promise<PushState> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") return permission === "denied" ? blocked() : "off";
  await subscribe(userId, token);
  return "on";
}

export async function turnPushOff(): Promise<void> {
  const subscription = await subscriptionOf();
  writeOwner(null);
  if (!subscription) return;
  const { endpoint } = subscription;
  await subscription.unsubscribe();
  await api.account.notifications.push.unsubscribe.mutate({ endpoint });
}

/** @returns whether the push service took it */
export async function tryPush(): Promise<boolean> {
  const subscription = await subscriptionOf();
  if (!subscription) return false;
  const { data } = await api.account.notifications.push.test.mutate({ endpoint: subscription.endpoint });
  return data.taken;
}

/**
 * Registers the service worker, and puts right what has changed since the last visit: a new session, a new address, somebody
 * else. Whoever had pushes on here before a logout has them again.
 */
export async function keepPush(userId: string, token: string): Promise<void> {
  await registerServiceWorker();
  const owner = readOwner();
  const subscription = await subscriptionOf();
  if (!owner || owner.userId !== userId) {
    // Another person's pushes do not belong on a screen that somebody else uses now.
    await subscription?.unsubscribe();
  } else if (Notification.permission === "granted") {
    if (!subscription) await subscribe(userId, token);
    else if (owner.told !== (await fingerprint(token, subscription.endpoint))) await tellServer(subscription, userId, token);
  }
}

/** At a logout: the server forgets this browser with the session; the browser lets go of its address. */
export async function leavePush(): Promise<void> {
  if (!isPushSupported()) return;
  await (await subscriptionOf())?.unsubscribe();
  const owner = readOwner();
  if (owner) writeOwner({ ...owner, told: "" });
}

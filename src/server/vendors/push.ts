import webPush from "web-push";
import type { Env } from "../env";

/** Where a browser is reached, and the keys that only it can read with (RFC 8291). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** What the service worker shows: it stands on lock screens, so it holds no more than a title. */
export interface PushMessage {
  title: string;
  href: string;
  /** What has the same takes the place of what shows already. */
  tag: string;
  lang: string;
  dir: "ltr" | "rtl";
  /** Shown also to somebody who is looking at the site. */
  always?: boolean;
}

export interface PushOptions {
  /** How long the push service keeps it for a browser that is away, in seconds. */
  ttl: number;
  urgency: "normal" | "high";
  /** Of those that wait with the same one, only the last is kept; at most 32 URL-safe characters. */
  topic: string;
}

/** `gone`: the browser no longer takes pushes. `later`: it may be tried again, not before so many seconds. */
export type PushAnswer =
  | { state: "taken" }
  | { state: "gone" }
  | { state: "later"; reason: string; retryAfter?: number }
  | { state: "refused"; reason: string };

export interface PushSender {
  /** What browsers subscribe with. */
  publicKey: string;
  /** Whether an address is one of a push service: it comes from a stranger's browser, and the server calls it. */
  takes(endpoint: string): boolean;
  send(target: PushTarget, message: PushMessage, options: PushOptions): Promise<PushAnswer>;
}

/** The push services of the browsers: Chrome and its kin, Firefox, Edge, Safari. */
const SERVICES = [
  /^fcm\.googleapis\.com$/,
  /^android\.googleapis\.com$/,
  /^([\w-]+\.)?push\.services\.mozilla\.com$/,
  /^[\w-]+\.notify\.windows\.com$/,
  /^([\w-]+\.)?push\.apple\.com$/,
];

const TIMEOUT_MS = 10_000;
/** What push services take (RFC 8030, 7.2) is 4,096 bytes, encrypted. */
const MAX_BYTES = 3_000;

/** Web Push: encrypted and signed by the library, sent by us, because where it goes is a stranger's word. */
export function createPush({ vapid, pushServices }: Env): PushSender {
  const takes = (endpoint: string): boolean => {
    const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
    if (!url || url.username || url.password || url.hash) return false;
    if (pushServices.includes(url.origin)) return true;
    return url.protocol === "https:" && url.port === "" && SERVICES.some((service) => service.test(url.hostname));
  };
  return {
    publicKey: vapid.publicKey,
    takes,
    send: async ({ endpoint, p256dh, auth }, message, { ttl, urgency, topic }) => {
      // Once more, also for rows from a time in which other services were allowed.
      if (!takes(endpoint)) return { state: "refused", reason: "service" };
      const payload = JSON.stringify(message);
      if (Buffer.byteLength(payload) > MAX_BYTES) return { state: "refused", reason: "size" };
      try {
        const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
          vapidDetails: vapid,
          contentEncoding: "aes128gcm",
          TTL: ttl,
          urgency,
          topic,
        });
        return await post(endpoint, headers as Record<string, string | number>, body as Buffer);
      } catch {
        // Keys that are none: no later try makes them better.
        return { state: "refused", reason: "keys" };
      }
    },
  };
}

async function post(endpoint: string, given: Record<string, string | number>, body: Buffer): Promise<PushAnswer> {
  // fetch counts by itself.
  const { "Content-Length": _, ...rest } = given;
  const headers = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)]));
  let answer: Response;
  try {
    answer = await fetch(endpoint, {
      method: "POST",
      headers,
      body: new Uint8Array(body),
      redirect: "manual",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    return { state: "later", reason: reasonOf(error) };
  }
  await answer.body?.cancel().catch(() => {});
  const { status } = answer;
  if (status >= 200 && status < 300) return { state: "taken" };
  if (status === 404 || status === 410) return { state: "gone" };
  if (status !== 429 && status < 500) return { state: "refused", reason: String(status) };
  const retryAfter = secondsOf(answer.headers.get("retry-after"), new Date());
  return { state: "later", reason: String(status), ...(retryAfter === undefined ? {} : { retryAfter }) };
}

const reasonOf = (error: unknown): string =>
  String((error as { cause?: { code?: unknown } }).cause?.code ?? (error instanceof Error ? error.name : "network"));

/** A `Retry-After` in seconds, which it may also say as a date (RFC 9110, 10.2.3). */
export function secondsOf(header: string | null, now: Date): number | undefined {
  if (header === null) return undefined;
  if (/^\d+$/.test(header.trim())) return Number(header);
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, Math.ceil((at - now.getTime()) / 1000));
}

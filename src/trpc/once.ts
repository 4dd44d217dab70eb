"use client";

import type { TRPCLink } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import { v4 as uuid } from "uuid";
import { intentOf, REPLAYED_HEADER } from "@/lib/intent";
import type { AppRouter } from "@/server/api/root";
import { isViewing } from "@/ui/viewing-tab";

/** One thing that somebody wants done, until the server has said that it is. */
interface Intent {
  key: string;
  /** When it was first tried, in milliseconds since 1970. */
  at: number;
}

/** What is asked for later than this after its first try is meant once more, in milliseconds. */
const MEANT_MS = 30 * 60_000;
const STORED = "parley-unanswered";
/** What is never written down, not even as a hash: it may hold a password. */
const NEVER_STORED = "account.";

/** By path and hash of what was sent. */
const intents = new Map<string, Intent>();

/**
 * The answer to a call can be lost on its way; whoever then presses again means the same thing and not a second one. So the same call
 * with the same input carries the same Idempotency-Key until it has been answered, also after a reload of the tab. The server does it
 * once and gives the first answer again (server/api/idempotency). Whoever did want it twice is told when it was done, and presses again:
 * the key has ended with the answer.
 * @param told hears when an answer is of an earlier call
 */
export const sameUntilDone =
  (told: (at: Date) => void): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const name = `${op.path} ${hash(intentOf(op.path, op.input))}`;
      const { key } = begin(name, Date.now());
      return next({ ...op, context: { ...op.context, idempotencyKey: key } }).subscribe({
        ...observer,
        next: (value) => {
          end(name, key);
          const at = (value.context?.response as Response | undefined)?.headers.get(REPLAYED_HEADER);
          if (at && !op.context.byItself) told(new Date(at));
          observer.next(value);
        },
      });
    });

function begin(name: string, now: number): Intent {
  if (intents.size === 0) restore();
  const known = intents.get(name);
  const intent = known && now - known.at < MEANT_MS ? known : { key: uuid(), at: now };
  for (const [other, { at }] of intents) if (now - at >= MEANT_MS) intents.delete(other);
  intents.set(name, intent);
  store();
  return intent;
}

function end(name: string, key: string): void {
  if (intents.get(name)?.key !== key) return;
  intents.delete(name);
  store();
}

function restore(): void {
  if (isViewing()) return;
  try {
    for (const [name, intent] of Object.entries(JSON.parse(sessionStorage.getItem(STORED) ?? "{}"))) intents.set(name, intent as Intent);
  } catch {
    // Where nothing may be kept, an intent lives as long as the page.
  }
}

function store(): void {
  if (isViewing()) return;
  try {
    const kept = [...intents].filter(([name]) => !name.startsWith(NEVER_STORED));
    if (kept.length > 0) sessionStorage.setItem(STORED, JSON.stringify(Object.fromEntries(kept)));
    else sessionStorage.removeItem(STORED);
  } catch {
    // As above.
  }
}

/** Two runs of FNV-1a with different beginnings: what was typed is told apart and not written down. */
function hash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x9e3779b9];
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + at), 0x01000193);
  }
  return (a >>> 0).toString(36) + (b >>> 0).toString(36);
}

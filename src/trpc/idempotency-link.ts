"use client";

import type { TRPCLink } from "@trpc/react-query";
import { observable } from "@trpc/server/observable";
import { v4 as uuid } from "uuid";
import { hashOf } from "@/lib/hash";
import { intentOf, MOST_UNANSWERED, REPLAYED_HEADER, savedBy } from "@/lib/intent";
import type { AppRouter } from "@/server/api/root";
import { isViewing } from "@/ui/viewing-tab";
import { type CallContext, callContext } from "./call-context";

/** One thing that somebody wants done, until the server has said that it is. */
interface Intent {
  key: string;
  /** When it was first tried, in milliseconds since 1970. */
  at: number;
  /** No answer came to a try: whether it was done is not known. */
  lost?: boolean;
  /** What it saves, where that may be there already. */
  saves?: string | undefined;
}

/** What is asked for later than this after its first try is meant once more, in milliseconds. */
const MEANT_MS = 30 * 60_000;
const STORED = "parley-unanswered";
/** What is never written down, not even as a hash: it may hold a password. */
const NEVER_STORED = "account.";

/** By path and hash of what was sent. */
const intents = new Map<string, Intent>();

interface Watch {
  /** Hears when an answer is of an earlier press. */
  told: (at: Date) => void;
  /** Hears when something else of the same kind had been done before, and this was not. */
  doneBefore: () => void;
  /** The code of what went wrong with a call. */
  codeOf: (error: unknown) => string;
  /** Who is signed in, if anybody: as nobody else a call goes, however often it is sent. */
  author: () => string | undefined;
}

/** Codes that leave open whether the call was done. */
const UNKNOWN: readonly string[] = ["network", "internal", "unavailable"];

/**
 * The answer to a call can be lost on its way; whoever then presses again means the same thing and not a second one. So the same call
 * with the same input carries the same Idempotency-Key until it has been answered, also after a reload of the tab. The server does it
 * once and gives the first answer again (server/api/idempotency). Whoever did want it twice is told when it was done, and presses again:
 * the key has ended with the answer.
 *
 * Whoever corrects what they typed first, and then presses, sends another call: it names those of its kind whose answers were lost, and
 * the server says if one of them was done, so that two entries come of it only where both are meant.
 */
export const idempotencyLink =
  ({ told, doneBefore, codeOf, author }: Watch): TRPCLink<AppRouter> =>
  () =>
  ({ op, next }) =>
    observable((observer) => {
      const asked = callContext(op);
      const name = nameOf(op.path, hashOf(intentOf(op.path, op.input)));
      const saves = savedBy(op.path, op.input);
      const { key, isNew } = begin(name, Date.now(), saves);
      const lostBefore = asked.background ? [] : lostOf(op.path, name);
      const context = {
        author: author(),
        ...asked,
        idempotencyKey: key,
        unanswered: lostBefore.map((lost) => lost.key),
        onLost: () => lose(name, key),
      } satisfies CallContext;
      return next({ ...op, context }).subscribe({
        ...observer,
        next: (value) => {
          end(name, key);
          outdate(op.path, saves);
          const at = (value.context?.response as Response | undefined)?.headers.get(REPLAYED_HEADER);
          // Whoever has pressed once is not told that it was sent twice.
          if (at && !asked.background && !isNew) told(new Date(at));
          observer.next(value);
        },
        error: (error) => {
          const code = codeOf(error);
          if (UNKNOWN.includes(code) && !asked.background) lose(name, key);
          if (code === "savedBefore") {
            for (const { name: lost, key: its } of lostBefore) end(lost, its);
            doneBefore();
          }
          observer.error(error);
        },
      });
    });

/**
 * Setters, of which the last one wins. Where the answer to one was lost and a later one of its group came through, whoever repeats the lost one
 * wants it done again, and not its old answer. So it is with saves of the same thing, by its uid. What has a version says so itself
 * (server/api/idempotency).
 */
export const SWITCHES: readonly (readonly string[])[] = [
  ["account.deletion.request", "account.deletion.cancel"],
  ["account.links.changeEmail"],
  ["admin.areas.grant", "admin.areas.revoke"],
  ["admin.people.grantRole"],
  ["admin.people.suspend", "admin.people.restore"],
  ["forum.moderation.message"],
  ["forum.moderation.move"],
  ["forum.moderation.rename", "forum.topics.rename"],
  ["forum.moderation.suspend", "forum.moderation.lift"],
  ["forum.moderation.topic"],
  ["forum.posts.edit"],
  ["forum.professions.archive"],
  ["forum.professions.move"],
  ["learning.editing.moveDocument"],
  ["learning.editing.moveUniversity"],
  ["learning.editing.moveVideo"],
  ["learning.editing.publishUniversity"],
  ["learning.editing.publishVideo"],
  ["practice.bank.move"],
  ["practice.bank.turn"],
  ["practice.editedCategories.move"],
  ["practice.editedCategories.retire"],
  ["support.chat.rate"],
  ["support.faq.editing.move"],
  ["support.faq.editing.publish"],
  ["support.inbox.canned.move"],
  ["trades.standards.order"],
  ["trades.tasks.order"],
];

/** Ends what was lost before this call was answered, of what it may have put otherwise: a setter of its group, or another save of the same. */
function outdate(path: string, saved: string | undefined): void {
  const paths = SWITCHES.find((group) => group.includes(path)) ?? [];
  for (const [name, { key, lost, saves }] of intents) {
    if (!lost) continue;
    const isSame = saved !== undefined && saves === saved && name.startsWith(nameOf(path, ""));
    if (isSame || paths.some((one) => name.startsWith(nameOf(one, "")))) end(name, key);
  }
}

const nameOf = (path: string, what: string): string => `${path} ${what}`;

/** Other calls of a path of which it is not known whether they were done, the latest first. */
const lostOf = (path: string, but: string): { name: string; key: string }[] =>
  [...intents]
    .filter(([name, { lost }]) => lost && name !== but && name.startsWith(nameOf(path, "")))
    .map(([name, { key, at }]) => ({ name, key, at }))
    .sort((one, other) => other.at - one.at)
    .slice(0, MOST_UNANSWERED);

function lose(name: string, key: string): void {
  const intent = intents.get(name);
  if (intent?.key !== key) return;
  intents.set(name, { ...intent, lost: true });
  store();
}

function begin(name: string, now: number, saves: string | undefined): Intent & { isNew: boolean } {
  if (intents.size === 0) restore();
  const known = intents.get(name);
  const isNew = !known || now - known.at >= MEANT_MS;
  const intent = isNew ? { key: uuid(), at: now, saves } : known;
  for (const [other, { at }] of intents) if (now - at >= MEANT_MS) intents.delete(other);
  intents.set(name, intent);
  store();
  return { ...intent, isNew };
}

function end(name: string, key: string): void {
  if (intents.get(name)?.key !== key) return;
  intents.delete(name);
  store();
}

function restore(): void {
  if (isViewing()) return;
  try {
    const kept = Object.entries(JSON.parse(sessionStorage.getItem(STORED) ?? "{}")) as [string, Intent][];
    // The page that waited for their answers is gone.
    for (const [name, intent] of kept) intents.set(name, { ...intent, lost: true });
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

"use client";

import { api, authorization, BAD_FILE, byItself, toApiError } from "@/trpc/client";
import { onlyAs, sender } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import { inOneTab } from "@/ui/one-tab";
import {
  changeOutgoing,
  listOutgoing,
  type Outgoing,
  type OutgoingFile,
  onChangedElsewhere,
  putOutgoing,
  removeOutgoing,
} from "./outbox-store";

/** Waits between rounds that left something unsent, in milliseconds. */
const WAITS = [1_000, 3_000, 10_000, 30_000, 60_000];

/** The rounds that go on: they end when nobody has asked for another one meanwhile. */
let running: Promise<void> | undefined;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

type Delivered = (conversationId: string) => Promise<void>;
const listeners = new Set<Delivered>();
/** How long a message stays among those on their way while the thread loads it, at most, in milliseconds. */
const SHOWN_WITHIN_MS = 5000;

/** Hears that the server has a message that this page sent, and shows it before it leaves those on their way. @returns how to stop */
export function onDelivered(listener: Delivered): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

type Refusal = (message: Outgoing) => void;
const refusals = new Set<Refusal>();

/** Hears of messages that the server will not take, as this page learns of it. @returns how to stop */
export function onRefused(listener: Refusal): () => void {
  refusals.add(listener);
  return () => {
    refusals.delete(listener);
  };
}

const tellDelivered = (conversationId: string) =>
  Promise.race([
    Promise.allSettled([...listeners].map((listener) => listener(conversationId))),
    new Promise((resolve) => setTimeout(resolve, SHOWN_WITHIN_MS)),
  ]);

/**
 * Sends a message. It is safe on this device before; where the device keeps nothing, because its storage is full or forbidden,
 * it is sent at once or not at all.
 */
export async function post(message: Outgoing): Promise<void> {
  try {
    await putOutgoing(message);
  } catch (error) {
    console.error(error);
    for (const file of message.files) await upload(file, message.userId);
    await deliver(message);
    return void tellDelivered(message.conversationId);
  }
  flushOutbox();
}

/** Sends what waits, at once. */
export function flushOutbox(): void {
  failures = 0;
  void run();
}

const waiting = async (): Promise<Outgoing[]> => {
  const userId = sender();
  return userId ? listOutgoing(userId) : [];
};

/**
 * Waits until the server has all that was written in a conversation on this device: an answer that arrives after what its author
 * did next would undo it, for instance open again what was said to be solved.
 * @throws Error where some of it could not be sent | Refused where the server will not take it
 */
export async function sentBefore(conversationId: string): Promise<void> {
  const before = (await waiting()).filter((message) => message.conversationId === conversationId && !message.problem);
  if (before.length === 0) return;
  failures = 0;
  await run();
  const left = (await waiting()).filter(({ uid }) => before.some((message) => message.uid === uid));
  for (const { problem } of left) if (problem !== undefined) throw new Refused(problem);
  if (left.length > 0) throw new Error("a message could not be sent");
}

/** Tabs that send at once would only wait for one another: whoever has written goes first, so many milliseconds ahead. */
const AHEAD_MS = 1_000;
let takeOver: ReturnType<typeof setTimeout> | undefined;

/** Sends what another tab has left: it may have been closed in the middle. @returns how to stop */
export function followOutbox(): () => void {
  const stop = onChangedElsewhere(() => {
    takeOver ??= setTimeout(() => {
      takeOver = undefined;
      void run();
    }, AHEAD_MS);
  });
  return () => {
    stop();
    clearTimeout(takeOver);
    takeOver = undefined;
  };
}

/** Asks again for what was refused. Its files are sent anew: the server may have dropped them meanwhile. */
export async function retryOutgoing(uid: string): Promise<void> {
  await changeOutgoing(uid, ({ problem: _, ...message }) => ({
    ...message,
    files: message.files.map(({ taken: __, ...file }) => ({ ...file, uid: crypto.randomUUID() })),
  }));
  flushOutbox();
}

/** Starts a round, or has the one that goes on be followed by another. @returns when all that was asked for until now is tried */
async function run(): Promise<void> {
  if (running) again = true;
  else if (sender()) running = rounds();
  return running;
}

async function rounds(): Promise<void> {
  do {
    again = false;
    await round();
  } while (again);
  running = undefined;
}

async function round(): Promise<void> {
  clearTimeout(timer);
  let unsent = true;
  try {
    // In one tab at a time; the ids keep a message single even where that fails, or where a tab goes on that slept through its turn.
    unsent = await inOneTab("parley-outbox", undefined, sendAll);
  } catch (error) {
    console.error(error);
  }
  if (!unsent) failures = 0;
  else timer = setTimeout(() => void run(), WAITS[Math.min(failures++, WAITS.length - 1)]);
}

/** @returns whether something is worth another round. Within a conversation none overtakes another. */
async function sendAll(over: AbortSignal): Promise<boolean> {
  const userId = sender();
  const stuck = new Set<string>();
  let unsent = false;
  for (const message of userId ? await listOutgoing(userId) : []) {
    if (sender() !== userId || over.aborted) return false;
    if (message.problem || stuck.has(message.conversationId)) {
      // Without its first message there is no conversation to write in; one that was refused later holds up no other.
      if (message.subject !== undefined) stuck.add(message.conversationId);
      continue;
    }
    try {
      for (const file of message.files) {
        if (file.taken) continue;
        await upload(file, message.userId);
        await changeOutgoing(message.uid, (kept) => ({
          ...kept,
          files: kept.files.map((one) => (one.uid === file.uid ? { ...one, taken: true } : one)),
        }));
        if (sender() !== userId) return false;
      }
      await deliver(message);
      await tellDelivered(message.conversationId);
      await removeOutgoing(message.uid);
    } catch (error) {
      const problem = refusal(error);
      if (!problem || message.subject !== undefined) stuck.add(message.conversationId);
      if (problem) {
        await changeOutgoing(message.uid, (kept) => ({ ...kept, problem }));
        for (const listener of refusals) listener(message);
      } else unsent = true;
    }
  }
  return unsent;
}

/** What the server will not take, however often it is asked. The message is a key below `support.files`, or a sentence. */
class Refused extends Error {}

/** Nothing that asking again mends. */
const FINAL: readonly string[] = [
  "badRequest",
  "invalidInput",
  "notFound",
  "forbidden",
  "conflict",
  "conversationClosed",
  "attachmentGone",
  "attachmentRefused",
  "attachmentsFull",
  "bodyTooLarge",
  ...BAD_FILE,
];

/** Why the server will never take it: a key below `support.files`, or a sentence; undefined where asking again may help. */
export function refusal(error: unknown): string | undefined {
  if (error instanceof Refused) return error.message;
  const { code, message } = toApiError(error);
  return FINAL.includes(code) ? (message ?? code) : undefined;
}

async function upload({ uid, name, type, blob }: OutgoingFile, author: string): Promise<void> {
  const { uploadFiles } = await loadUploader();
  onlyAs(author);
  const [sent] = await uploadFiles("supportAttachment", {
    files: [new File([blob], name, { type, lastModified: 0 })],
    input: { uid },
    headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
  });
  const outcome = sent?.serverData;
  if (!outcome) throw new Error("the storage did not say what became of a file");
  if (!outcome.taken) throw new Refused(outcome.problem);
}

async function deliver({ uid, userId, side, conversationId, subject, text, files, seen }: Outgoing): Promise<void> {
  const attachments = files.map((file) => file.uid);
  if (side === "support")
    await api.support.inbox.answer.mutate({ conversationId, uid, message: text, attachments, seq: seen }, byItself(userId));
  else if (subject !== undefined)
    await api.support.chat.begin.mutate({ uid: conversationId, messageUid: uid, subject, message: text, attachments }, byItself(userId));
  else await api.support.chat.send.mutate({ conversationId, uid, message: text, attachments }, byItself(userId));
}

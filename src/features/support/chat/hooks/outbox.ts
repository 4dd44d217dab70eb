"use client";

import { inBackground } from "@/trpc/call-context";
import { api, authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { sendRounds, shown } from "@/trpc/send-rounds";
import { onlyAs, sender } from "@/trpc/token";
import { loadUploader } from "@/trpc/uploader";
import {
  changeOutgoing,
  listOutgoing,
  type Outgoing,
  type OutgoingFile,
  onChangedElsewhere,
  putOutgoing,
  removeOutgoing,
} from "./outbox-store";

// The ids keep a message single even where two tabs send at once, or where one goes on that slept through its turn.
const rounds = sendRounds("parley-outbox", (over) => sendAll(over));

type Delivered = (conversationId: string) => Promise<void>;
const listeners = new Set<Delivered>();

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

const showDelivered = (conversationId: string) => shown([...listeners].map((listener) => listener(conversationId)));

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
    return void showDelivered(message.conversationId);
  }
  flushOutbox();
}

/** Sends what waits, at once. */
export function flushOutbox(): void {
  void rounds.now();
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
  await rounds.now();
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
      void rounds.run();
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
      await showDelivered(message.conversationId);
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
    await api.support.inbox.answer.mutate({ conversationId, uid, message: text, attachments, seq: seen }, inBackground(userId));
  else if (subject !== undefined)
    await api.support.chat.begin.mutate(
      { uid: conversationId, messageUid: uid, subject, message: text, attachments },
      inBackground(userId),
    );
  else await api.support.chat.send.mutate({ conversationId, uid, message: text, attachments }, inBackground(userId));
}

"use client";

import { asAuthor, inBackground } from "@/trpc/call-context";
import { api, authorization, BAD_FILE, toApiError } from "@/trpc/client";
import { sendRounds } from "@/trpc/send-rounds";
import { onlyAs, sender } from "@/trpc/token";
import { isKeyTaken, loadUploader } from "@/trpc/uploader";
import { keepPage } from "@/ui/busy";
import { isOnDevice, uploadName } from "../rules";
import { setUpload, useUploads } from "../state";
import { isQuota, md5, readyToSend } from "./mend";
import {
  changeTake,
  type DeviceTake,
  isFinished,
  listTakes,
  moveTake,
  readFile,
  readTake,
  recordOf,
  removeTake,
  takeLock,
} from "./take-store";

// A tab that slept through its turn still holds the lock of the take that it was sending: nobody else sends that one.
const rounds = sendRounds("parley-uploads", () => sendAll());

/**
 * Sends this device's finished takes of whoever is signed in, one after the other. Called on load, after each capture and when the network is
 * back; an upload that broke goes on at its byte.
 */
export const runUploads = (): Promise<void> => rounds.run();

/** Tries at once, whatever was waited for. */
export function retryUploads(): void {
  void rounds.now();
}

/** @returns whether something is worth another round; one take that fails holds up no other */
async function sendAll(): Promise<boolean> {
  const userId = sender();
  let unsent = false;
  // The oldest first: takes of one question arrive in the order in which they were made.
  for (const take of userId ? (await listTakes(userId)).reverse() : []) {
    if (sender() !== userId) return false;
    if (isFinished(take)) unsent = (await sendUnlessHeld(take.uid).catch(triedAgain)) || unsent;
  }
  return unsent;
}

/** What the device's own store refused, such as on a full disk, is tried again with the next round. */
function triedAgain(error: unknown): true {
  console.error(error);
  return true;
}

/**
 * Sends one take as it is now, and keeps it so until it has gone. One that is being mended is not sent meanwhile: what is announced of a file
 * and what follows would be two. @returns whether to try again
 */
const sendUnlessHeld = (uid: string): Promise<boolean> =>
  navigator.locks.request(takeLock(uid), { ifAvailable: true }, async (lock) => {
    if (!lock) return true;
    const take = await readTake(uid);
    return take !== undefined && isFinished(take) && send(await readyToSend(take));
  });

/**
 * Discards a take because its maker said so: what the server has heard of it first, for without a network that could not be done later.
 * @returns false where it is being finished or sent at this moment, here or in another tab: then it stays
 * @throws where the server cannot be told: then it stays, too
 */
export const discardTake = (uid: string): Promise<boolean> =>
  navigator.locks.request(takeLock(uid), { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    const take = await readTake(uid);
    if (take && isFinished(take)) await unannounce(take);
    await removeTake(uid);
    return true;
  });

/** Deletes the answer of a take whose file never came. One that has its file is more than what this device discards, and stays. */
async function unannounce({ uid, userId }: DeviceTake): Promise<void> {
  onlyAs(userId);
  try {
    const { data } = await api.practice.answer.query({ uid }, asAuthor(userId));
    if (!isOnDevice(data.state)) return;
    await whileItGoesOn((signal) => api.practice.deleteAnswer.mutate({ uid }, { ...asAuthor(userId), signal }));
  } catch (error) {
    // It never heard of it, or it was deleted there.
    if (toApiError(error).code !== "notFound") throw error;
  }
}

/** Sends one take. @returns whether to try again; a refusal for good is shown and leaves the take on the device */
async function send(take: DeviceTake): Promise<boolean> {
  const { uid } = take;
  const release = keepPage();
  try {
    const blob = await readFile(uid);
    if (!blob || take.size === undefined || take.md5 === undefined) {
      setUpload(uid, { progress: 0, problem: { code: "missing", final: true } });
      return false;
    }
    // What was in its way stands until it gets further: it is not told once more, nor taken from whoever is about to press.
    setUpload(uid, { progress: 0, trying: true, problem: useUploads.getState()[uid]?.problem });
    // The answer to an earlier try may have been lost on its way: then the file is there already.
    const stored = (await announce(take)) || (await sendFile(take, blob));
    if (!stored) {
      // What arrived is not what was announced: measured anew, under a new key, from the first byte.
      await changeTake(uid, { attempt: take.attempt + 1, md5: await md5(blob) });
      return true;
    }
    setUpload(uid, { progress: 1, stored: true });
    await removeTake(uid);
    return false;
  } catch (error) {
    return refused(take, error);
  } finally {
    release();
  }
}

/** So long a try may hear nothing, in milliseconds: a connection may be dead without anybody being told, in a tunnel or a lift. */
const SILENT_MS = 60_000;
/** The same once all of a file is handed over: part of it may not have left the device yet, and it is looked at before the answer. */
const HANDED_OVER_MS = 10 * 60_000;

/**
 * Gives a task up where nothing comes of it for too long, so that it is tried again: what it does can be done twice.
 * @param task is told by its signal; it calls `goesOn` when there is news, and says how long the next may take
 */
async function whileItGoesOn<T>(task: (signal: AbortSignal, goesOn: (ms: number) => void) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const goesOn = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => stop.abort(), ms);
  };
  goesOn(SILENT_MS);
  try {
    return await task(stop.signal, goesOn);
  } finally {
    clearTimeout(timer);
  }
}

/** Tells the server of a take that comes. @returns whether it has its file already */
async function announce(take: DeviceTake): Promise<boolean> {
  const author = inBackground(take.userId);
  try {
    const { data } = await whileItGoesOn((signal) => api.practice.saveAnswer.mutate(recordOf(take), { ...author, signal }));
    return data.media !== null;
  } catch (error) {
    if (toApiError(error).code !== "recordingMismatch") throw error;
    // It may have been sent as it was recorded, and mended since on a device that was never told so: no other device has this take.
    const { data } = await api.practice.answer.query({ uid: take.uid }, author);
    if (data.media === null) throw error;
    return true;
  }
}

/** @returns whether the server has it and it is the one that was announced */
async function sendFile(take: DeviceTake, blob: Blob): Promise<boolean> {
  const { uid } = take;
  // A disk that is full takes not even this: to send it makes room.
  await moveTake(uid, "uploading").catch((error: unknown) => {
    if (!isQuota(error)) throw error;
  });
  const { uploadFiles } = await loadUploader();
  // Asked as late as can be: from here on the signed address counts, not the login.
  onlyAs(take.userId);
  const file = new File([blob], uploadName(uid, take.type, take.attempt), { type: take.type, lastModified: take.startedAt });
  const [sent] = await whileItGoesOn((signal, goesOn) =>
    uploadFiles("recording", {
      files: [file],
      input: { uid },
      signal,
      headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
      onUploadProgress: ({ loaded }) => {
        goesOn(loaded < file.size ? SILENT_MS : HANDED_OVER_MS);
        setUpload(uid, { progress: Math.min(1, loaded / file.size) });
      },
    }),
  );
  return sent?.serverData.stored === true;
}

/** Deleted elsewhere, or not to be taken at all: asking again will not help, and the take stays until its maker decides. */
const FINAL: readonly string[] = ["notFound", "invalidInput", "wrongState", "recordingMismatch", "forbidden", ...BAD_FILE];

export const isFinalRefusal = (code: string): boolean => FINAL.includes(code);

/** Nothing that a minute changes: it is offered again at the next visit, by hand, and when a plan has been bought. */
export const NEEDS_ROOM: readonly string[] = ["takesPerWeekReached", "storageFull"];

/** How often in a row a take was not where its next byte was said to be: asked for anew, that may be so once or twice. */
const misplaced = new Map<string, number>();
const MISPLACED_MAX = 3;

async function refused(take: DeviceTake, error: unknown): Promise<boolean> {
  const { uid, attempt } = take;
  const { code, message } = toApiError(error);
  const final = isFinalRefusal(code);
  setUpload(uid, { progress: 0, problem: { code, message, final } });
  const told = error instanceof Error ? error.message : "";
  const times = told.includes("416") ? (misplaced.get(uid) ?? 0) + 1 : 0;
  misplaced.set(uid, times % MISPLACED_MAX);
  // Another file has this key already, or something on the way does not pass on at which byte it goes on: the next try takes another key,
  // from its first byte.
  if (isKeyTaken(error) || times === MISPLACED_MAX) await changeTake(uid, { attempt: attempt + 1 });
  return !final && !NEEDS_ROOM.includes(code);
}

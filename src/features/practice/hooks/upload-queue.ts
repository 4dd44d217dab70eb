"use client";

import { getQueryKey } from "@trpc/react-query";
import type { genUploader } from "uploadthing/client";
import { api, authorization, queryClient, toApiError, trpc, type UploadRouter } from "@/trpc/client";
import { uploadName } from "../rules";
import { clearUpload, setUpload } from "../state";
import { md5 } from "./mend";
import { changeTake, type DeviceTake, listTakes, readFile, recordOf, removeTake } from "./take-store";

let uploader: Promise<ReturnType<typeof genUploader<UploadRouter>>> | undefined;

/** UploadThing's client, loaded with the first upload: no page waits for it. */
function loadUploader() {
  uploader ??= import("uploadthing/client").then(({ genUploader }) =>
    genUploader<UploadRouter>({ url: "/api/uploadthing", package: "parley" }),
  );
  // A chunk that did not arrive is asked for again by the next try.
  uploader.catch(() => {
    uploader = undefined;
  });
  return uploader;
}

/** Waits between tries, in milliseconds: soon at first, then every minute for as long as the page is open. */
const WAITS = [1_000, 3_000, 10_000, 30_000, 60_000];

let running = false;
let again = false;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let owner: string | undefined;

/**
 * Sends this device's finished takes of the signed-in person, one after the other, and only in one tab at a time. Called on
 * load, after each capture and when the network is back; an upload that broke goes on at its byte.
 */
export async function runUploads(userId: string): Promise<void> {
  owner = userId;
  if (running) {
    again = true;
    return;
  }
  running = true;
  clearTimeout(timer);
  try {
    await navigator.locks.request("parley-uploads", async () => {
      do {
        again = false;
        for (const take of await listTakes(userId)) if (take.state === "captured" || take.state === "uploading") await send(take);
      } while (again);
    });
    failures = 0;
  } catch {
    const wait = WAITS[Math.min(failures, WAITS.length - 1)];
    failures += 1;
    timer = setTimeout(() => owner && void runUploads(owner), wait);
  } finally {
    running = false;
  }
}

/** Tries at once, whatever was waited for. */
export function retryUploads(): void {
  failures = 0;
  if (owner) void runUploads(owner);
}

export function stopUploads(): void {
  owner = undefined;
  clearTimeout(timer);
}

/** Sends one take. Throws when it is worth trying again; a refusal for good is shown and leaves the take on the device. */
async function send(take: DeviceTake): Promise<void> {
  const { uid } = take;
  const blob = await readFile(uid);
  if (!blob || take.size === undefined || take.md5 === undefined) return;
  setUpload(uid, { progress: 0 });
  try {
    await api.practice.saveAnswer.mutate(recordOf(take));
    await changeTake(uid, { state: "uploading" });
    const file = new File([blob], uploadName(uid, take.type, take.attempt), { type: take.type, lastModified: take.startedAt });
    const { uploadFiles } = await loadUploader();
    const [sent] = await uploadFiles("recording", {
      files: [file],
      input: { uid },
      headers: () => ({ "accept-language": document.documentElement.lang, ...authorization() }),
      onUploadProgress: ({ loaded }) => setUpload(uid, { progress: Math.min(1, loaded / file.size) }),
    });
    if (!sent?.serverData.stored) {
      // What arrived is not what was announced: measured anew, under a new key, from the first byte.
      await changeTake(uid, { attempt: take.attempt + 1, md5: await md5(blob) });
      throw new Error("the stored file differs");
    }
    await removeTake(uid);
    clearUpload(uid);
    await queryClient.invalidateQueries({ queryKey: getQueryKey(trpc.practice) });
  } catch (error) {
    await refused(take, error);
  }
}

async function refused(take: DeviceTake, error: unknown): Promise<void> {
  const { code, message } = toApiError(error);
  // Deleted elsewhere, or not to be taken at all: asking again will not help, and the take stays until its maker decides.
  const final = ["notFound", "invalidInput", "wrongState", "recordingMismatch"].includes(code);
  setUpload(take.uid, { progress: 0, problem: { message, final } });
  // Another file has this key already: the next try takes another.
  if (error instanceof Error && error.message.includes("409")) await changeTake(take.uid, { attempt: take.attempt + 1 });
  if (!final) throw error;
}

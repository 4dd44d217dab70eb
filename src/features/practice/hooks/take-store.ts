"use client";

import type { DBSchema } from "idb";
import type { PracticeMode, RecordingKind, TakeState } from "@/lib/enums/practice";
import { deviceChanges, deviceDatabase, STRICT } from "@/ui/device-store";
import { take as lifecycle } from "../rules";
import type { AnswerInput } from "../schema";

/** The states of the take's lifecycle that a device keeps; from `captured` on the server may know of it. */
export type DeviceTakeState = Extract<TakeState, "recording" | "recovered" | "kept" | "captured" | "uploading">;

export interface SimulationPlace {
  uid: string;
  position: number;
  startedAfterMs: number;
}

/** A take on this device: everything that is needed to finish it after a crash, a reload or a month. */
export interface DeviceTake {
  uid: string;
  userId: string;
  state: DeviceTakeState;
  question: { uid: string; text: string };
  kind: RecordingKind;
  /** Container only, without codecs. */
  type: string;
  mode: PracticeMode;
  /** The place of a simulation that it answers, and how long after its question was shown it began. */
  simulation?: SimulationPlace;
  /** Minutes. */
  readingTime: number;
  answerTime: number;
  startedAt: number;
  durationMs: number;
  overrunMs: number;
  /** Of the finished file; set when captured. */
  size?: number;
  md5?: string;
  /** Its file is its pieces as they were recorded: it is mended before it is sent, if it can be. */
  raw?: boolean;
  /** Counts up when the storage refused a key, so that the next try gets another. */
  attempt: number;
}

/** A part of a recording as it was handed over; its bare bytes where the browser keeps no Blob. */
export type Piece = Blob | ArrayBuffer;

interface Schema extends DBSchema {
  takes: { key: string; value: DeviceTake; indexes: { user: string } };
  /** Pieces of a running recording, in order. */
  chunks: { key: [uid: string, at: number]; value: Piece };
  /** Files that were made of pieces; where there is none, a finished take's pieces are its file. */
  files: { key: string; value: Blob };
}

/** Whether a take is whole, so that it can be sent. */
export const isFinished = ({ state }: DeviceTake): boolean => state === "captured" || state === "uploading";

const database = deviceDatabase<Schema>("parley", 1, (db) => {
  db.createObjectStore("takes", { keyPath: "uid" }).createIndex("user", "userId");
  db.createObjectStore("chunks");
  db.createObjectStore("files");
});

/** The latter calls back whenever the takes of this device changed, in whatever tab. */
export const { announce: announceTakes, onChanged: onTakesChanged } = deviceChanges("parley-takes");

export async function listTakes(userId: string): Promise<DeviceTake[]> {
  const takes = await (await database()).getAllFromIndex("takes", "user", userId);
  return takes.sort((a, b) => b.startedAt - a.startedAt);
}

/** The takes as they show: one that nobody records any more was interrupted, also where a full disk does not let that be written down. */
export async function listShown(userId: string): Promise<DeviceTake[]> {
  const takes = await listTakes(userId);
  if (!takes.some(({ state }) => state === "recording")) return takes;
  const { held = [] } = await navigator.locks.query();
  const running = new Set(held.map(({ name }) => name));
  return takes.map((take) => (take.state === "recording" && !running.has(recorderLock(take.uid)) ? { ...take, state: "recovered" } : take));
}

const range = (uid: string) => IDBKeyRange.bound([uid, 0], [uid, Number.MAX_SAFE_INTEGER]);

export const readTake = async (uid: string): Promise<DeviceTake | undefined> => (await database()).get("takes", uid);

/** The file of a finished take. */
export async function readFile(uid: string): Promise<Blob | undefined> {
  const tx = (await database()).transaction(["takes", "chunks", "files"]);
  const [take, file] = await Promise.all([tx.objectStore("takes").get(uid), tx.objectStore("files").get(uid)]);
  if (file || !take || !isFinished(take)) return file;
  const pieces = await tx.objectStore("chunks").getAll(range(uid));
  return pieces.length > 0 ? new Blob(pieces, { type: take.type }) : undefined;
}

export async function putTake(take: DeviceTake): Promise<void> {
  const tx = (await database()).transaction("takes", "readwrite", STRICT);
  await Promise.all([tx.store.put(take), tx.done]);
  announceTakes();
}

/**
 * Takes a step of the lifecycle, if it can be taken from where the take stands now.
 * @returns the take in its new state, undefined when it is gone or stands elsewhere
 */
export async function moveTake(uid: string, to: DeviceTakeState): Promise<DeviceTake | undefined> {
  const tx = (await database()).transaction("takes", "readwrite", STRICT);
  const take = await tx.store.get(uid);
  const moved = take && lifecycle.can(take.state, to) ? { ...take, state: to } : undefined;
  if (moved) await tx.store.put(moved);
  await tx.done;
  announceTakes();
  return moved;
}

/** Changes what is known of a take; its state only moves by `moveTake` and `finishTake`. */
export async function changeTake(uid: string, change: Partial<Omit<DeviceTake, "state">>): Promise<DeviceTake | undefined> {
  const tx = (await database()).transaction("takes", "readwrite", STRICT);
  const take = await tx.store.get(uid);
  const changed = take ? { ...take, ...change } : undefined;
  if (changed) await tx.store.put(changed);
  await tx.done;
  announceTakes();
  return changed;
}

/** Appends one piece of a running recording. Rejects with QuotaExceededError when the disk is full. */
export async function putChunk(uid: string, at: number, chunk: Piece): Promise<void> {
  const tx = (await database()).transaction("chunks", "readwrite", STRICT);
  await Promise.all([tx.store.put(chunk, [uid, at]), tx.done]);
}

export async function readChunks(uid: string): Promise<Piece[]> {
  return (await database()).getAll("chunks", range(uid));
}

/** What is known of the file of a finished take. */
export type FileFacts = Pick<DeviceTake, "durationMs" | "overrunMs"> & Required<Pick<DeviceTake, "size" | "md5">>;

/** Finishes a take as it is: its pieces stay, and are its file. That needs no room. */
export async function finishTake(uid: string, facts: FileFacts): Promise<DeviceTake | undefined> {
  const tx = (await database()).transaction("takes", "readwrite", STRICT);
  const take = await tx.store.get(uid);
  const finished = take && lifecycle.can(take.state, "captured") ? { ...take, ...facts, state: "captured" as const, raw: true } : undefined;
  await Promise.all([tx.done, finished && tx.store.put(finished)]);
  announceTakes();
  return finished;
}

/**
 * Puts a better file in the place of a finished take's pieces, in one transaction: there is never a moment without either.
 * @returns undefined where it is being sent as it is, or gone. Rejects with QuotaExceededError where there is no room for both
 */
export async function replacePieces(uid: string, file: Blob, facts: FileFacts): Promise<DeviceTake | undefined> {
  const tx = (await database()).transaction(["takes", "chunks", "files"], "readwrite", STRICT);
  const take = await tx.objectStore("takes").get(uid);
  const replaced = take?.state === "captured" ? { ...take, ...facts, raw: false } : undefined;
  const writes: Promise<unknown>[] = [tx.done];
  if (replaced) {
    writes.push(tx.objectStore("files").put(file, uid), tx.objectStore("takes").put(replaced), tx.objectStore("chunks").delete(range(uid)));
  }
  await Promise.all(writes);
  announceTakes();
  return replaced;
}

/** Removes a take from the device: only after the server has it, or because its maker said so. */
export async function removeTake(uid: string): Promise<void> {
  const tx = (await database()).transaction(["takes", "chunks", "files"], "readwrite", STRICT);
  await Promise.all([
    tx.objectStore("takes").delete(uid),
    tx.objectStore("chunks").delete(range(uid)),
    tx.objectStore("files").delete(uid),
    tx.done,
  ]);
  announceTakes();
}

/**
 * Removes a take of which nothing was recorded.
 * @returns false when there is something after all, or the take has gone: to the server, or because its maker said so
 */
export async function removeEmpty(uid: string): Promise<boolean> {
  const tx = (await database()).transaction(["takes", "chunks", "files"], "readwrite", STRICT);
  const takes = tx.objectStore("takes");
  const [take, pieces, files] = await Promise.all([
    takes.count(uid),
    tx.objectStore("chunks").count(range(uid)),
    tx.objectStore("files").count(uid),
  ]);
  const empty = take > 0 && pieces + files === 0;
  if (empty) await takes.delete(uid);
  await tx.done;
  announceTakes();
  return empty;
}

/** Held while a take is being recorded, finished or sent; the browser frees it when the tab dies. */
export const takeLock = (uid: string): string => `parley-take-${uid}`;

/** Held by the recorder alone, from the first word until it has done with the take. */
export const recorderLock = (uid: string): string => `parley-recorder-${uid}`;

/** A captured take as the practice answer record that the server keeps. */
export function recordOf(take: DeviceTake): AnswerInput & { uid: string } {
  const { size, md5, simulation } = take;
  return {
    uid: take.uid,
    question_id: take.question.uid,
    reading_time: take.readingTime,
    answer_time: take.answerTime,
    recorded_at: new Date(take.startedAt).toISOString(),
    // What becomes of a simulation's take is for the server to say.
    ...(simulation
      ? { simulation: { uid: simulation.uid, position: simulation.position, started_after_ms: simulation.startedAfterMs } }
      : { mode: take.mode }),
    ...(size !== undefined && md5 !== undefined
      ? { recording: { kind: take.kind, type: take.type, size, duration_ms: take.durationMs, overrun_ms: take.overrunMs, md5 } }
      : {}),
  };
}

"use client";

import { asLongAs } from "../rules";
import {
  changeTake,
  type DeviceTake,
  finishTake,
  moveTake,
  readChunks,
  readFile,
  readTake,
  removeEmpty,
  replacePieces,
} from "./take-store";

/** A captured take with its file, which plays on when the server has it and the device has let go. */
export interface FinishedTake {
  take: DeviceTake;
  file: Blob;
}

/**
 * Finishes a take: its pieces as they are at first, so that nothing that happens next can take it away, neither a full disk nor a tab that
 * dies; then mended, where there is room. Safe to run again.
 * @returns undefined when nothing was recorded
 */
export async function finishRecording(
  uid: string,
  measured?: { durationMs: number; overrunMs: number },
): Promise<FinishedTake | undefined> {
  const take = await readTake(uid);
  const done = await finishedBefore(uid);
  if (!take || done) return done;
  const pieces = await readChunks(uid);
  if (pieces.length === 0) return undefined;
  const raw = new Blob(pieces, { type: take.type });
  // Nobody measured one that was interrupted, and it may never be mended.
  const durationMs = measured?.durationMs ?? (await lengthOf(raw).catch(() => take.durationMs));
  const overrunMs = measured?.overrunMs ?? take.overrunMs;
  const finished = await finishTake(uid, { durationMs, overrunMs, size: raw.size, md5: await md5(raw) });
  return finished ? mended(finished, raw) : finishedBefore(uid);
}

/**
 * Puts the mended file of a finished take in the place of its pieces, where it can be made and there is room for it. The length that counts
 * is that of what was recorded, mended or not: while a call had the microphone or the device slept, only the clock went on.
 */
async function mended(take: DeviceTake, raw: Blob): Promise<FinishedTake> {
  let known = take;
  try {
    const rawMs = await lengthOf(raw);
    // On a full disk, too, what is known here is told.
    known = (await changeTake(take.uid, asLongAs(take, rawMs)).catch(() => undefined)) ?? { ...take, ...asLongAs(take, rawMs) };
    const better = await mend(raw, rawMs);
    if (!better) return { take: known, file: raw };
    const { file, durationMs } = better;
    const replaced = await replacePieces(take.uid, file, { ...asLongAs(known, durationMs), size: file.size, md5: await md5(file) });
    return replaced ? { take: replaced, file } : { take: known, file: raw };
  } catch (error) {
    // Playing without seeking beats losing: the recording stays as it is.
    console.warn("The recording could not be mended", error);
    return { take: known, file: raw };
  }
}

/**
 * A finished take as it is to be sent: one of which nothing but its pieces was kept, because its tab died or what mends it was not there, is
 * mended once more. Whoever calls it holds the take's lock.
 */
export async function readyToSend(take: DeviceTake): Promise<DeviceTake> {
  if (!take.raw || take.state !== "captured") return take;
  // Written down first: where mending itself brings the tab down, it is sent as it is the next time. A disk too full for it has no room for
  // a better file, either.
  const noted = await changeTake(take.uid, { raw: false }).catch(() => undefined);
  const file = noted && (await readFile(take.uid));
  if (!file) return take;
  return (await mended(noted, file)).take;
}

export const isQuota = (error: unknown): boolean => error instanceof DOMException && error.name === "QuotaExceededError";

/** What was made of a take, here or in another tab. */
async function finishedBefore(uid: string): Promise<FinishedTake | undefined> {
  const [take, file] = await Promise.all([readTake(uid), readFile(uid)]);
  return take && file && { take, file };
}

/** Loads what finishing needs, while there is a network: whoever stops without one has it already. */
export const prepareFinishing = (): void => void Promise.all([import("mediabunny"), import("hash-wasm")]).catch(() => {});

/**
 * Finishes a take that was interrupted, as far as it was recorded. Whoever calls it holds the take's lock.
 * @returns false when nothing was: then it has gone
 */
export async function keepInterrupted(uid: string): Promise<boolean> {
  await moveTake(uid, "kept");
  if (await finishRecording(uid)) return true;
  // What somebody else has finished meanwhile is kept, wherever it is now.
  return !(await removeEmpty(uid));
}

/** The container of a recording, where it is one that can be mended. */
function formatOf({ MP4, WEBM }: typeof import("mediabunny"), { type }: Blob) {
  if (type.endsWith("/webm")) return WEBM;
  return type.endsWith("/mp4") ? MP4 : undefined;
}

/** In milliseconds, as its packets tell. */
async function lengthOf(file: Blob): Promise<number> {
  const media = await import("mediabunny");
  const format = formatOf(media, file);
  if (!format) throw new TypeError(`no length of ${file.type}`);
  const input = new media.Input({ source: new media.BlobSource(file), formats: [format] });
  const seconds = await input.computeDuration();
  if (!(seconds > 0)) throw new TypeError("a recording without packets");
  return Math.round(seconds * 1000);
}

/**
 * What a MediaRecorder writes is a live stream: no duration, no index, so players cannot seek. The packets are copied, not encoded again,
 * into a file that has both. A file that was cut off by a crash ends at its last whole cluster.
 * @returns undefined where a player's library does not know what to make of it
 */
async function mend(raw: Blob, rawMs: number): Promise<{ file: Blob; durationMs: number } | undefined> {
  const media = await import("mediabunny");
  const { BlobSource, Conversion, Input, Mp4OutputFormat, Output, StreamTarget, WEBM, WebMOutputFormat } = media;
  const container = formatOf(media, raw);
  if (!container) return undefined;
  const input = new Input({ source: new BlobSource(raw), formats: [container] });
  const written = new GrowingBlob();
  const target = new StreamTarget(written.writable, { chunked: true });
  const format = container === WEBM ? new WebMOutputFormat() : new Mp4OutputFormat({ fastStart: false });
  const output = new Output({ format, target });
  const conversion = await Conversion.init({ input, output, showWarnings: false });
  if (!conversion.isValid || conversion.discardedTracks.length > 0) return undefined;
  await conversion.execute();
  const file = written.ended(raw.type);
  const durationMs = await lengthOf(file);
  // The pieces go when the mended file is kept: one that lost part of them is not trusted.
  const whole = file.size > raw.size * 0.8 && durationMs > rawMs * 0.9 - 1_500;
  return whole ? { file, durationMs } : undefined;
}

/** A file that is written piece by piece. It is the browser's to keep, on its disk where it is long: an hour does not stand in a phone's memory. */
class GrowingBlob {
  #file = new Blob();

  readonly writable = new WritableStream<{ data: Uint8Array<ArrayBuffer>; position: number }>({
    write: ({ data, position }) => {
      if (position > this.#file.size) throw new RangeError("a gap in a mended recording");
      // At its end the head is written once more, now that its length is known.
      this.#file = new Blob([this.#file.slice(0, position), data, this.#file.slice(position + data.byteLength)]);
    },
  });

  ended(type: string): Blob {
    return this.#file.slice(0, this.#file.size, type);
  }
}

/** MD5 in hex, piece by piece: a large file never stands in memory at once. */
export async function md5(file: Blob): Promise<string> {
  const { createMD5 } = await import("hash-wasm");
  const hash = await createMD5();
  const size = 4 * 1024 * 1024;
  for (let at = 0; at < file.size; at += size) hash.update(new Uint8Array(await file.slice(at, at + size).arrayBuffer()));
  return hash.digest("hex");
}

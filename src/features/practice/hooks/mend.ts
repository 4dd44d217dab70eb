"use client";

import { type DeviceTake, finishTake, moveTake, readChunks, readFile, readTake, removeEmpty } from "./take-store";

/** A captured take with its file, which plays on when the server has it and the device has let go. */
export interface FinishedTake {
  take: DeviceTake;
  file: Blob;
}

/**
 * Makes the finished file of a take from its pieces: joined, with its duration and an index so that it seeks, and its
 * checksum. Safe to run again: until the end the pieces stay.
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
  const { file, durationMs } = take.type.endsWith("/webm")
    ? await mendWebm(raw, measured?.durationMs)
    : { file: raw, durationMs: undefined };
  const finished = await finishTake(uid, file, {
    durationMs: durationMs ?? measured?.durationMs ?? take.durationMs,
    overrunMs: measured?.overrunMs ?? take.overrunMs,
    size: file.size,
    md5: await md5(file),
  });
  return finished ? { take: finished, file } : finishedBefore(uid);
}

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

/**
 * A WebM from MediaRecorder is written as a live stream: no duration, no index, so players cannot seek. The packets are
 * copied, not encoded again, into a file that has both. A file that was cut off by a crash ends at its last whole cluster.
 */
async function mendWebm(raw: Blob, measuredMs: number | undefined): Promise<{ file: Blob; durationMs: number | undefined }> {
  try {
    const { BlobSource, BufferTarget, Conversion, Input, Output, WEBM, WebMOutputFormat } = await import("mediabunny");
    const input = new Input({ source: new BlobSource(raw), formats: [WEBM] });
    const target = new BufferTarget();
    const output = new Output({ format: new WebMOutputFormat(), target });
    const conversion = await Conversion.init({ input, output, showWarnings: false });
    if (!conversion.isValid || conversion.discardedTracks.length > 0) return { file: raw, durationMs: undefined };
    await conversion.execute();
    if (!target.buffer) return { file: raw, durationMs: undefined };
    const file = new Blob([target.buffer], { type: raw.type });
    const mended = new Input({ source: new BlobSource(file), formats: [WEBM] });
    const durationMs = Math.round((await mended.computeDuration()) * 1000);
    // The pieces go when the mended file is kept: one that lost part of them is not trusted.
    const whole = file.size > raw.size * 0.8 && (measuredMs === undefined || durationMs > measuredMs * 0.9 - 1_500);
    return whole ? { file, durationMs } : { file: raw, durationMs: undefined };
  } catch (error) {
    // Playing without seeking beats losing: the recording stays as it is.
    console.warn("The recording could not be mended", error);
    return { file: raw, durationMs: undefined };
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

"use client";

import type { RecordingKind } from "@/lib/enums/practice";

type Formats = Record<RecordingKind, readonly string[]>;

/** Best first: what players everywhere know, at a cost that a phone can bear while it records. */
const WEBM: Formats = {
  audio: ["audio/webm;codecs=opus", "audio/webm", "audio/ogg;codecs=opus"],
  video: ["video/webm;codecs=vp8,opus", "video/webm;codecs=vp9,opus", "video/webm"],
};
const MP4: Formats = {
  audio: ["audio/mp4;codecs=mp4a.40.2", "audio/mp4"],
  video: ["video/mp4;codecs=avc1.42E01E,mp4a.40.2", "video/mp4"],
};

/**
 * Safari, which alone has this property, encodes MP4 beside the processor, and has always recorded it. From 18.4 on it says that it records
 * WebM, too; but it plays that from 17.4 on only, which leaves out iPhones whose last system is iOS 16.
 */
const isSafari = (): boolean => "standalone" in navigator;

/** Bits per second: speech that sounds good, a face that looks good, and ten minutes of video in about 100 MB. */
const AUDIO_BITS = 96_000;
const VIDEO_BITS = 1_200_000;

export const recorderBits = (kind: RecordingKind) =>
  kind === "audio" ? { audioBitsPerSecond: AUDIO_BITS } : { audioBitsPerSecond: AUDIO_BITS, videoBitsPerSecond: VIDEO_BITS };

/** Bytes that a recording of so many minutes needs, mending included: the file exists twice for a moment. */
export const bytesNeeded = (kind: RecordingKind, minutes: number): number =>
  Math.ceil(((AUDIO_BITS + (kind === "video" ? VIDEO_BITS : 0)) / 8) * minutes * 60 * 2.2) + 5_000_000;

/** The first format that this browser records; undefined when it records none. */
export function recorderType(kind: RecordingKind): string | undefined {
  if (typeof MediaRecorder === "undefined") return undefined;
  const formats = isSafari() ? [...MP4[kind], ...WEBM[kind]] : [...WEBM[kind], ...MP4[kind]];
  return formats.find((type) => MediaRecorder.isTypeSupported(type));
}

/** A MIME type without its codecs. */
export const bareType = (type: string): string => type.split(";", 1)[0]?.trim().toLowerCase() ?? type;

/** Why no recording can be made; each has its own screen and way on. */
export type MediaProblem =
  | "unsupported"
  | "insecure"
  | "denied"
  | "noMicrophone"
  | "noCamera"
  | "inUse"
  | "unplugged"
  | "diskFull"
  | "failed";

export interface DeviceChoice {
  kind: RecordingKind;
  microphoneId?: string | undefined;
  cameraId?: string | undefined;
}

/** The devices that a stream uses. */
export const choiceOf = (stream: MediaStream): Omit<DeviceChoice, "kind"> => ({
  microphoneId: stream.getAudioTracks()[0]?.getSettings().deviceId,
  cameraId: stream.getVideoTracks()[0]?.getSettings().deviceId,
});

export class MediaError extends Error {
  constructor(
    readonly problem: MediaProblem,
    cause?: unknown,
  ) {
    super(problem, { cause });
  }
}

/** @throws MediaError */
export async function openDevices({ kind, microphoneId, cameraId }: DeviceChoice): Promise<MediaStream> {
  if (!window.isSecureContext) throw new MediaError("insecure");
  if (!navigator.mediaDevices?.getUserMedia || !recorderType(kind)) throw new MediaError("unsupported");
  const audio: MediaTrackConstraints = {
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
    ...(microphoneId ? { deviceId: { exact: microphoneId } } : {}),
  };
  const video: MediaTrackConstraints = {
    width: { ideal: 1280 },
    height: { ideal: 720 },
    frameRate: { ideal: 30, max: 30 },
    facingMode: "user",
    ...(cameraId ? { deviceId: { exact: cameraId } } : {}),
  };
  try {
    return await navigator.mediaDevices.getUserMedia(kind === "video" ? { audio, video } : { audio });
  } catch (error) {
    throw new MediaError(await problemOf(error, kind), error);
  }
}

/** The names of getUserMedia's failures (Media Capture and Streams, 10.2) as what a person can act on. */
async function problemOf(error: unknown, kind: RecordingKind): Promise<MediaProblem> {
  const name = error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotReadableError" || name === "AbortError") return "inUse";
  if (name !== "NotFoundError" && name !== "OverconstrainedError") return "failed";
  const devices = await navigator.mediaDevices.enumerateDevices().catch(() => []);
  const missesCamera = kind === "video" && !devices.some((device) => device.kind === "videoinput");
  return missesCamera && devices.some((device) => device.kind === "audioinput") ? "noCamera" : "noMicrophone";
}

export function closeDevices(stream: MediaStream | null | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

export interface StorageRoom {
  /** Free bytes of this site's share; undefined when the browser does not tell. */
  free: number | undefined;
}

/** Asks the browser to keep this site's data also when space is short, and how much room is left. */
export async function storageRoom(): Promise<StorageRoom> {
  try {
    await navigator.storage?.persist?.();
    const estimate = await navigator.storage?.estimate?.();
    return { free: estimate?.quota === undefined ? undefined : estimate.quota - (estimate.usage ?? 0) };
  } catch {
    return { free: undefined };
  }
}

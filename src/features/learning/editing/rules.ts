import { parseText } from "media-captions";

/** What a draft lacks before it can be published. A video without captions shuts out whoever cannot hear it. */
export function lacksForPublication(video: { hasFile: boolean; captions: number }): "file" | "captions" | null {
  if (!video.hasFile) return "file";
  return video.captions > 0 ? null : "captions";
}

/** Why a text is not taken as captions; a key of the interface. */
export const CAPTIONS_PROBLEMS = ["notWebVtt", "noCues", "backwards", "beyondEnd"] as const;
type CaptionsProblem = (typeof CAPTIONS_PROBLEMS)[number];

/** Seconds that the last caption may stand longer than the video. */
const TAIL = 5;

/**
 * Looks captions over as WebVTT (W3C Web Video Text Tracks): the signature, at least one cue, each ending after it begins, and
 * none long after the video's end.
 */
export async function captionsProblem(vtt: string, duration: number): Promise<CaptionsProblem | null> {
  if (!/^\uFEFF?WEBVTT(?:[ \t\r\n]|$)/.test(vtt)) return "notWebVtt";
  const { cues } = await parseText(vtt, { type: "vtt" });
  if (cues.length === 0) return "noCues";
  if (cues.some(({ startTime, endTime }) => endTime <= startTime)) return "backwards";
  return duration > 0 && cues.some(({ startTime }) => startTime > duration + TAIL) ? "beyondEnd" : null;
}

/** Whether bytes begin as a PDF does (ISO 32000-1, 7.5.2); readers accept the header within the first kilobyte. */
export const looksLikePdf = (head: Uint8Array): boolean => Buffer.from(head.subarray(0, 1024)).includes("%PDF-");

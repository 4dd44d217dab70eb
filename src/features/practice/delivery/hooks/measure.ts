"use client";

import type { Speech } from "@/lib/speech/analysis";
import type { AnalysisProblem, AnalysisReply, AnalysisRequest } from "./analysis-worker";

/** Longer recordings are not decoded as a whole: half an hour is 350 MB of sound. */
const WHOLE_BYTES = 30 * 1024 * 1024;

/** What could not be measured, and why. */
export class MeasuringProblem extends Error {
  constructor(readonly problem: AnalysisProblem) {
    super(problem);
  }
}

/**
 * Measures how a recording was spoken, beside the page, which stays quick. Nothing leaves the device for it.
 * @param recording the file, or the address that plays it
 * @throws MeasuringProblem; the signal's reason when it is not wanted any more
 */
export async function measureRecording(recording: Blob | string, signal: AbortSignal): Promise<Speech> {
  const reply = await ask({ recording }, signal);
  if ("speech" in reply) return reply.speech;
  if (reply.problem !== "undecodable") throw new MeasuringProblem(reply.problem);
  // Some browsers decode on a page what they do not in a worker.
  const sound = await decodeWhole(recording, signal);
  const again = await ask(sound, signal, [sound.samples.buffer as ArrayBuffer]);
  if ("speech" in again) return again.speech;
  throw new MeasuringProblem(again.problem);
}

function ask(request: AnalysisRequest, signal: AbortSignal, transfer: Transferable[] = []): Promise<AnalysisReply> {
  signal.throwIfAborted();
  const worker = new Worker(new URL("./analysis-worker.ts", import.meta.url), { type: "module" });
  return new Promise<AnalysisReply>((resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<AnalysisReply>) => resolve(data);
    worker.onerror = () => resolve({ problem: "unreadable" });
    worker.postMessage(request, transfer);
  }).finally(() => worker.terminate());
}

/** The rate at which it is decoded: what a voice has to say lies below half of it. */
const SAMPLE_RATE = 16_000;

async function decodeWhole(recording: Blob | string, signal: AbortSignal): Promise<{ samples: Float32Array; sampleRate: number }> {
  try {
    const blob = typeof recording === "string" ? await (await fetch(recording, { signal })).blob() : recording;
    if (blob.size > WHOLE_BYTES) throw new MeasuringProblem("undecodable");
    const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(await blob.arrayBuffer());
    const samples = new Float32Array(sound.length);
    for (let channel = 0; channel < sound.numberOfChannels; channel++) {
      const heard = sound.getChannelData(channel);
      for (let at = 0; at < samples.length; at++) samples[at] = (samples[at] as number) + (heard[at] as number) / sound.numberOfChannels;
    }
    return { samples, sampleRate: sound.sampleRate };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof MeasuringProblem ? error : new MeasuringProblem("undecodable");
  }
}

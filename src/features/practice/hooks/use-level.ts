"use client";

import { type RefObject, useEffect } from "react";

/**
 * Shows a stream's loudness, many times a second, by setting `--level` (0 to 1) on an element: no render in between.
 * The scale is in decibels, as ears hear: −60 dBFS is 0, −6 dBFS is 1.
 */
export function useLevel(stream: MediaStream | null, target: RefObject<HTMLElement | null>, onLevel?: (level: number) => void): void {
  useEffect(() => {
    const [track] = stream?.getAudioTracks() ?? [];
    if (!track || !stream) return;
    const listening = listen(stream);
    if (!listening) return;
    const { context, analyser } = listening;
    const samples = new Float32Array(analyser.fftSize);
    let frame = 0;
    let shown = 0;
    const draw = () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      const level = Math.min(1, Math.max(0, (10 * Math.log10(power + 1e-12) + 60) / 54));
      shown = level > shown ? level : shown * 0.9 + level * 0.1;
      target.current?.style.setProperty("--level", shown.toFixed(3));
      onLevel?.(level);
      frame = requestAnimationFrame(draw);
    };
    frame = requestAnimationFrame(draw);
    return () => {
      cancelAnimationFrame(frame);
      void context.close();
    };
  }, [stream, target, onLevel]);
}

/** @returns undefined where the browser cannot listen, as Firefox to a microphone of another sample rate: it records all the same */
function listen(stream: MediaStream): { context: AudioContext; analyser: AnalyserNode } | undefined {
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: 1024 });
    context.createMediaStreamSource(stream).connect(analyser);
    // A page that was opened without a click may start suspended, and may be left before it goes on.
    context.resume().catch(() => {});
    return { context, analyser };
  } catch (error) {
    console.warn("The level cannot be shown", error);
    void context?.close();
    return undefined;
  }
}

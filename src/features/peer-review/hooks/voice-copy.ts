"use client";

/** Why no copy was made: there is no sound in it, it cannot be read, or it did not arrive whole. */
export class VoiceProblem extends Error {
  constructor(readonly problem: "noAudio" | "unreadable" | "network") {
    super(problem);
  }
}

/** A recording that did not arrive is asked for again so often. */
const TRIES = 3;

/**
 * A copy of a recording with its sound alone. The packets are copied, not encoded again: it sounds the same, and is made in moments. What
 * the recording's file says of its maker, its device and its place does not go into it.
 * @param recording the address that plays it
 * @param onShare how much of it is done, 0 to 1
 * @throws VoiceProblem; the signal's reason when it is not wanted any more
 */
export async function voiceCopy(recording: string, signal: AbortSignal, onShare: (share: number) => void): Promise<Blob> {
  const { BufferTarget, Conversion, Input, MP4, Mp4OutputFormat, OGG, Output, UrlSource, WEBM, WebMOutputFormat } = await import(
    "mediabunny"
  );
  signal.throwIfAborted();
  let lost = false;
  const getRetryDelay = (tries: number) => {
    lost = tries >= TRIES || !navigator.onLine;
    return lost ? null : 2 ** tries;
  };
  const source = new UrlSource(recording, { getRetryDelay });
  const input = new Input({ source, formats: [WEBM, MP4, OGG] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new VoiceProblem("noAudio");
    const opus = (await track.getCodec()) === "opus";
    const target = new BufferTarget();
    const output = new Output({ format: opus ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
    const conversion = await Conversion.init({ input, output, tracks: "primary", video: { discard: true }, tags: {}, showWarnings: false });
    if (!conversion.isValid) throw new VoiceProblem("unreadable");
    conversion.onProgress = onShare;
    const stop = () => void conversion.cancel();
    signal.addEventListener("abort", stop, { once: true });
    await conversion.execute().finally(() => signal.removeEventListener("abort", stop));
    signal.throwIfAborted();
    if (!target.buffer) throw new VoiceProblem("unreadable");
    return new Blob([target.buffer], { type: opus ? "audio/webm" : "audio/mp4" });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof VoiceProblem) throw error;
    console.warn("The voice could not be copied", error);
    throw new VoiceProblem(lost ? "network" : "unreadable");
  } finally {
    input.dispose();
  }
}

import { Input, MATROSKA, MP4, QTFF, ReadableStreamSource, WEBM } from "mediabunny";

/** A video's length in seconds, read from its container; null for what is no video that browsers play. */
export async function videoDuration(stream: ReadableStream<Uint8Array>): Promise<number | null> {
  const input = new Input({ formats: [MP4, QTFF, WEBM, MATROSKA], source: new ReadableStreamSource(stream) });
  try {
    if (!(await input.getPrimaryVideoTrack())) return null;
    const duration = await input.computeDuration();
    return Number.isFinite(duration) && duration > 0 ? duration : null;
  } catch {
    // Broken in one of many ways; which one helps nobody here.
    return null;
  } finally {
    input.dispose();
  }
}

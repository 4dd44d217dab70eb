import { oneFileAtATime } from "./keyed-queue";

/** For files that are kept as they are, and have to be in memory for that. */
export const wholeInTurn = oneFileAtATime();

/** The first bytes of a stored file, by default as many as tell what it is; the rest is let go. */
export async function headOf(stream: ReadableStream<Uint8Array>, length = 16): Promise<Uint8Array> {
  const head = new Uint8Array(length);
  const reader = stream.getReader();
  let filled = 0;
  while (filled < length) {
    const { value, done } = await reader.read();
    if (done) break;
    const part = value.subarray(0, length - filled);
    head.set(part, filled);
    filled += part.length;
  }
  await reader.cancel();
  return head.subarray(0, filled);
}

/** A stored file's bytes, in memory as a whole. */
export const wholeOf = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());

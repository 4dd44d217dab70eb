import { createHash } from "node:crypto";
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from "mediabunny";

/** One frame of silence, as Opus writes it. */
const SILENCE = new Uint8Array([0xf8, 0xff, 0xfe]);
/** A key frame of VP8 with 16 × 16 black pixels: enough for whoever reads the container. */
const BLACK = Uint8Array.from(Buffer.from("MAAAnQEqEAAQAAAHCIWFiIWEiAICAAwNYAD+/6tQAA==", "base64"));
const FRAME_SECONDS = 0.02;

interface Marks {
  title: string;
  artist: string;
  comment: string;
  track: string;
}

/**
 * A recording that plays, with names in every place of its container that cameras and editors fill: tags, the name of a track, and
 * behind the last element, where whatever was appended stays.
 */
export async function markedRecording(
  marks: Marks,
  { container = "webm" as "webm" | "mp4", seconds = 20, video = true, fragmented = false } = {},
) {
  const target = new BufferTarget();
  const format = container === "webm" ? new WebMOutputFormat() : new Mp4OutputFormat(fragmented ? { fastStart: "fragmented" } : {});
  const output = new Output({ format, target });
  const sound = new EncodedAudioPacketSource("opus");
  output.addAudioTrack(sound, { name: marks.track });
  const picture = video && container === "webm" ? new EncodedVideoPacketSource("vp8") : undefined;
  if (picture) output.addVideoTrack(picture, { name: marks.track });
  output.setMetadataTags({ title: marks.title, artist: marks.artist, comment: marks.comment });
  await output.start();
  const soundConfig = { decoderConfig: { codec: "opus", numberOfChannels: 1, sampleRate: 48_000 } };
  const pictureConfig = { decoderConfig: { codec: "vp8", codedWidth: 16, codedHeight: 16 } };
  for (let n = 0; n * FRAME_SECONDS < seconds; n++) {
    const at = n * FRAME_SECONDS;
    await sound.add(new EncodedPacket(SILENCE, "key", at, FRAME_SECONDS), soundConfig);
    if (picture && n % 50 === 0) await picture.add(new EncodedPacket(BLACK, "key", at, 1), pictureConfig);
  }
  await output.finalize();
  const bytes = Buffer.from(target.buffer ?? new ArrayBuffer(0));
  const kind = picture ? ("video" as const) : ("audio" as const);
  return {
    bytes,
    recording: {
      kind,
      type: `${kind}/${container}`,
      size: bytes.length,
      duration_ms: seconds * 1000,
      md5: createHash("md5").update(bytes).digest("hex"),
    },
  };
}

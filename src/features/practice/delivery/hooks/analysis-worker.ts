import { type Speech, speechAnalyser } from "@/lib/speech/analysis";

/** A recording to measure: its file, the address that plays it, or its sound where this worker cannot decode it. */
export type AnalysisRequest = { recording: Blob | string } | { samples: Float32Array; sampleRate: number };

/**
 * noAudio: nothing to hear in it. undecodable: this browser decodes such sound on its pages at most. unreadable: it did not arrive, or is
 * no recording.
 */
export type AnalysisProblem = "noAudio" | "undecodable" | "unreadable";
export type AnalysisReply = { speech: Speech } | { problem: AnalysisProblem };

/** A worker's own scope; the types that are loaded are a page's. */
const scope = self as unknown as {
  postMessage: (reply: AnalysisReply) => void;
  onmessage: ((event: MessageEvent<AnalysisRequest>) => void) | null;
};

scope.onmessage = ({ data }) => {
  void measure(data)
    .catch((error: unknown): AnalysisReply => {
      console.warn("The recording could not be measured", error);
      return { problem: "unreadable" };
    })
    .then(scope.postMessage);
};

const measure = async (request: AnalysisRequest): Promise<AnalysisReply> =>
  "samples" in request ? measureSamples(request.samples, request.sampleRate) : measureRecording(request.recording);

function measureSamples(samples: Float32Array, sampleRate: number): AnalysisReply {
  const analyser = speechAnalyser(sampleRate);
  analyser.push(samples);
  return { speech: analyser.finish() };
}

/** Sound that is missing for longer was not recorded: it counts as silence, so that what follows stays where the player plays it. */
const GAP_SECONDS = 0.05;
const TRIES = 3;

/** Decodes piece by piece: however long it is, only a few seconds of sound stand in memory at once. */
async function measureRecording(recording: Blob | string): Promise<AnalysisReply> {
  const { AudioSampleSink, BlobSource, Input, MP4, OGG, UrlSource, WAVE, WEBM } = await import("mediabunny");
  const source =
    typeof recording === "string"
      ? new UrlSource(recording, { getRetryDelay: (tries) => (tries < TRIES ? 2 ** tries : null) })
      : new BlobSource(recording);
  const input = new Input({ source, formats: [WEBM, MP4, OGG, WAVE] });
  try {
    const track = await input.getPrimaryAudioTrack();
    if (!track) return { problem: "noAudio" };
    if (!(await track.canDecode())) return { problem: "undecodable" };
    let analyser: ReturnType<typeof speechAnalyser> | undefined;
    let heardTo = 0;
    for await (const sample of new AudioSampleSink(track).samples()) {
      const { sampleRate, timestamp, duration } = sample;
      const mono = toMono(sample);
      sample.close();
      // What stands before the beginning is not played.
      const early = Math.min(mono.length, Math.max(0, Math.round(-timestamp * sampleRate)));
      analyser ??= speechAnalyser(sampleRate);
      const gap = timestamp - heardTo;
      if (gap > GAP_SECONDS) analyser.push(new Float32Array(Math.round(gap * sampleRate)));
      analyser.push(mono.subarray(early));
      heardTo = Math.max(heardTo, timestamp + duration);
    }
    const speech = analyser?.finish();
    return speech && speech.durationMs > 0 ? { speech } : { problem: "noAudio" };
  } finally {
    input.dispose();
  }
}

interface Sample {
  numberOfFrames: number;
  numberOfChannels: number;
  copyTo: (target: Float32Array<ArrayBuffer>, options: { planeIndex: number; format: "f32-planar" }) => void;
}

/** The mean of all channels. */
function toMono(sample: Sample): Float32Array {
  const { numberOfFrames, numberOfChannels } = sample;
  const mono = new Float32Array(numberOfFrames);
  const channel = new Float32Array(numberOfFrames);
  for (let planeIndex = 0; planeIndex < numberOfChannels; planeIndex++) {
    sample.copyTo(channel, { planeIndex, format: "f32-planar" });
    for (let at = 0; at < numberOfFrames; at++) mono[at] = (mono[at] as number) + (channel[at] as number) / numberOfChannels;
  }
  return mono;
}

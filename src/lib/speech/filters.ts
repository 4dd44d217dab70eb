/** Filters the next samples in their place. */
export type Filter = (block: Float32Array) => void;

/** Of a fourth-order Butterworth filter's two halves. */
const HALVES = [0.541_196_1, 1.306_563];

/** A filter of the second order (R. Bristow-Johnson, "Cookbook formulae for audio EQ biquad filter coefficients"), in its transposed form. */
function biquad(kind: "lowpass" | "highpass", cutoff: number, sampleRate: number, q: number): Filter {
  const w = (2 * Math.PI * cutoff) / sampleRate;
  const alpha = Math.sin(w) / (2 * q);
  const a0 = 1 + alpha;
  const sign = kind === "lowpass" ? 1 : -1;
  const b0 = (1 - sign * Math.cos(w)) / 2 / a0;
  const b1 = (sign * (1 - sign * Math.cos(w))) / a0;
  const a1 = (-2 * Math.cos(w)) / a0;
  const a2 = (1 - alpha) / a0;
  let memory = [0, 0] as [number, number];
  return (block) => {
    let [z1, z2] = memory;
    for (let at = 0; at < block.length; at++) {
      const x = block[at] as number;
      const y = b0 * x + z1;
      z1 = b1 * x - a1 * y + z2;
      z2 = b0 * x - a2 * y;
      block[at] = y;
    }
    memory = [z1, z2];
  };
}

/** Fourth order: 24 dB an octave beyond the cut-off, in Hz. */
export function butterworth(kind: "lowpass" | "highpass", cutoff: number, sampleRate: number): Filter {
  const [first, second] = HALVES.map((q) => biquad(kind, cutoff, sampleRate, q)) as [Filter, Filter];
  return (block) => {
    first(block);
    second(block);
  };
}

import type { StarPart } from "@/lib/enums/practice";
import type { WaveformRange, WaveformTone } from "@/ui/waveform";
import type { StarMark } from "../rules";

/** Each part has a colour and its letter: the letter alone says which it is. */
export const PART_TONES: Record<StarPart, WaveformTone> = { situation: "info", task: "warning", action: "primary", result: "inverse" };
export const PART_LETTERS: Record<StarPart, string> = { situation: "S", task: "T", action: "A", result: "R" };

export const toRanges = (marks: readonly StarMark[]): WaveformRange[] =>
  marks.map(({ part, startMs, endMs }) => ({ startMs, endMs, tone: PART_TONES[part], sign: PART_LETTERS[part] }));

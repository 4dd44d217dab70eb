import { type FileProblem, fileProblem, PICTURE_TYPES } from "@/lib/file-kinds";

export const MAX_IMAGE_BYTES = 5 * 1024 ** 2;
/** Of all pictures that somebody who is not of the team sends within a day, and at all: they stay as long as their messages. */
const MAX_DAY_BYTES = 500_000_000;
const MAX_ALL_BYTES = 2_000_000_000;

export const hasRoom = ({ day, all }: { day: number; all: number }, size: number): boolean =>
  day + size <= MAX_DAY_BYTES && all + size <= MAX_ALL_BYTES;

/** Why a picture cannot stand in a message, as far as that can be told before its bytes are looked at. */
export const imageProblem = (file: { name: string; type: string; size: number }): FileProblem | null =>
  fileProblem(file, { types: PICTURE_TYPES, maxBytes: MAX_IMAGE_BYTES });

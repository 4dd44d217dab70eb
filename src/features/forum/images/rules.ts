import { type FileProblem, fileProblem, PICTURE_TYPES } from "@/lib/file-kinds";

export const MAX_IMAGE_BYTES = 5 * 1024 ** 2;

/** Why a picture cannot stand in a message, as far as that can be told before its bytes are looked at. */
export const imageProblem = (file: { name: string; type: string; size: number }): FileProblem | null =>
  fileProblem(file, { types: PICTURE_TYPES, maxBytes: MAX_IMAGE_BYTES });

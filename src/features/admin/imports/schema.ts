import { z } from "zod";
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_ROW_KINDS } from "@/lib/enums/imports";
import { id, lineField } from "@/lib/fields";
import { pageInput } from "@/lib/list-schemas";

/** Bytes of a file, and of a piece of it: what a call has room for, once it is written in base64. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const PIECE_BYTES = 144 * 1024;

export const listInput = z.strictObject({ kind: z.enum(IMPORT_KINDS) });
export type ListInput = z.infer<typeof listInput>;

export const beginInput = z.strictObject({
  kind: z.enum(IMPORT_KINDS).default("questions"),
  name: lineField(200).pipe(z.string().min(1)),
  format: z.enum(IMPORT_FORMATS),
  size: z.int().min(1).max(MAX_FILE_BYTES),
});
export type BeginInput = z.infer<typeof beginInput>;

/** A piece of the file, in base64, and its first byte's place. */
export const pieceInput = z.strictObject({
  uid: id,
  start: z.int().min(0).max(MAX_FILE_BYTES),
  content: z.base64().max(Math.ceil(PIECE_BYTES / 3) * 4),
});
export type PieceInput = z.infer<typeof pieceInput>;

export const rowsInput = pageInput.extend({ uid: id, kind: z.enum(IMPORT_ROW_KINDS).optional() });
export type RowsInput = z.infer<typeof rowsInput>;

import { z } from "zod";
import { IMPORT_FORMATS, IMPORT_ROW_KINDS, QUESTION_STATES } from "@/lib/enums";
import { LOCALES } from "@/lib/locales";
import { pageInput } from "@/lib/pagination";
import { id, typed, typedLine } from "@/lib/typed";
import { BANK } from "../bank/rules";
import { minutesField } from "../schema";

/** Bytes of a file, and of a piece of it: what a call has room for, once it is written in base64. */
export const MAX_FILE_BYTES = 20 * 1024 * 1024;
export const PIECE_BYTES = 144 * 1024;

export const beginInput = z.strictObject({
  name: typedLine(200).pipe(z.string().min(1)),
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

export const uidInput = z.strictObject({ uid: id });
export const rowsInput = pageInput.extend({ uid: id, kind: z.enum(IMPORT_ROW_KINDS).optional() });
export type RowsInput = z.infer<typeof rowsInput>;

const name = z
  .string()
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "format");

const points = z
  .array(typed(BANK.point))
  .max(BANK.points)
  .transform((list) => list.filter((point) => point !== ""));

const inSome = <T extends z.ZodType>(one: T) => z.strictObject(Object.fromEntries(LOCALES.map((locale) => [locale, one.optional()])));

/** A question as a file has it: its category's name and its own, and what is to be as the file says. */
export const rowInput = z.strictObject({
  category: name,
  slug: name,
  state: z.enum(QUESTION_STATES).optional(),
  reading_time: minutesField.optional(),
  answer_time: minutesField.optional(),
  text: inSome(typed(BANK.text)).optional(),
  guidance: inSome(points).optional(),
});
export type RowInput = z.infer<typeof rowInput>;

import { z } from "zod";
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_PROBLEMS, IMPORT_ROW_KINDS, IMPORT_STATES } from "@/lib/enums/imports";
import { VALIDATION_KEYS } from "@/lib/validation";

export const importDto = z.object({
  uid: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  /** The file's. */
  name: z.string(),
  format: z.enum(IMPORT_FORMATS),
  size: z.int(),
  /** Bytes that are here. */
  received: z.int(),
  state: z.enum(IMPORT_STATES),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  problemLine: z.int().nullable(),
  /** Rows of the file, and how many of them the step that is under way has done. */
  total: z.int(),
  done: z.int(),
  createdAt: z.string(),
});

export const importDetailDto = importDto.extend({
  /** How many rows do what. */
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() }),
});

export const importRowDto = z.object({
  line: z.int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  category: z.string(),
  slug: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(
    z.object({
      /** Empty where it is about the row as a whole. */
      field: z.string(),
      key: z.enum(VALIDATION_KEYS),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});

export const begunDto = z.object({ uid: z.uuid() });
export const receivedDto = z.object({ received: z.int() });

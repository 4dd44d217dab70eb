import { z } from "zod";
import { bytes, instant } from "@/lib/dto-fields";
import { IMPORT_FORMATS, IMPORT_KINDS, IMPORT_PROBLEMS, IMPORT_ROW_KINDS, IMPORT_STATES } from "@/lib/enums/imports";
import { VALIDATION_KEYS } from "@/lib/validation";

export const importDto = z.object({
  uid: z.uuid(),
  kind: z.enum(IMPORT_KINDS),
  name: z.string().meta({ description: "The file's." }),
  format: z.enum(IMPORT_FORMATS),
  size: bytes,
  received: z.int().meta({ description: "Bytes that are here." }),
  state: z.enum(IMPORT_STATES),
  problem: z.enum(IMPORT_PROBLEMS).nullable(),
  problemLine: z.int().nullable(),
  total: z.int().meta({ description: "Rows of the file." }),
  done: z.int().meta({ description: "How many of them the step that is under way has done." }),
  createdAt: instant,
});

export const importDetailDto = importDto.extend({
  counts: z.object({ new: z.int(), changed: z.int(), same: z.int(), wrong: z.int() }).meta({ description: "How many rows do what." }),
});

export const importRowDto = z.object({
  line: z.int(),
  kind: z.enum(IMPORT_ROW_KINDS),
  category: z.string(),
  slug: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  problems: z.array(
    z.object({
      field: z.string().meta({ description: "Empty where it is about the row as a whole." }),
      key: z.enum(VALIDATION_KEYS),
      values: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
});

export const begunDto = z.object({ uid: z.uuid() });
export const receivedDto = z.object({ received: z.int() });

import { z } from "zod";
import { ENTRY_STATES } from "@/lib/enums/trades-forms";
import { formDefinition } from "../forms/schema";
import { formAnswers } from "./schema";

const brief = {
  uid: z.uuid(),
  version: z.int(),
  state: z.enum(ENTRY_STATES),
  /** As it was called in the version that is filled in. */
  form: z.object({ uid: z.uuid(), name: z.string(), number: z.int() }),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  /** Null for somebody who has left. */
  by: z.string().nullable(),
  /** Whoever asks fills it in, or has. */
  yours: z.boolean(),
  createdAt: z.iso.datetime(),
  submittedAt: z.iso.datetime().nullable(),
};

export const entryBriefDto = z.object(brief);
export type EntryBriefDto = z.infer<typeof entryBriefDto>;

export const entryDto = z.object({
  ...brief,
  task: z.object({ uid: z.uuid(), title: z.string() }).nullable(),
  /** What the version asks that it was begun with. */
  definition: formDefinition,
  answers: formAnswers,
});
export type EntryDto = z.infer<typeof entryDto>;

export const jobEntriesDto = z.object({ entries: z.array(entryBriefDto) });

export const entryPdfDto = z.object({
  /** A name for the file, which tells nothing of what stands in it. */
  name: z.string(),
  type: z.literal("application/pdf"),
  /** Base64. */
  content: z.string(),
});

export const entryDiscardedDto = z.object({ discarded: z.literal(true) });

import { z } from "zod";
import { instant } from "@/lib/dto-fields";
import { ENTRY_STATES } from "@/lib/enums/trades-forms";
import { formDefinition } from "../forms/schema";
import { formAnswers } from "./schema";

const brief = {
  uid: z.uuid(),
  version: z.int(),
  state: z.enum(ENTRY_STATES),
  form: z
    .object({ uid: z.uuid(), name: z.string(), number: z.int() })
    .meta({ description: "As it was called in the version that is filled in." }),
  job: z.object({ uid: z.uuid(), number: z.int(), title: z.string() }).nullable(),
  by: z.string().nullable().meta({ description: "Null for somebody who has left." }),
  yours: z.boolean().meta({ description: "Whoever asks fills it in, or has." }),
  createdAt: instant,
  submittedAt: instant.nullable(),
};

export const entryBriefDto = z.object(brief);
export type EntryBriefDto = z.infer<typeof entryBriefDto>;

export const entryDto = z.object({
  ...brief,
  task: z.object({ uid: z.uuid(), title: z.string() }).nullable(),
  definition: formDefinition.meta({ description: "What the version asks that it was begun with." }),
  answers: formAnswers,
});
export type EntryDto = z.infer<typeof entryDto>;

export const jobEntriesDto = z.object({ entries: z.array(entryBriefDto) });

export const entryPdfDto = z.object({
  name: z.string().meta({ description: "A name for the file, which tells nothing of what stands in it." }),
  type: z.literal("application/pdf"),
  content: z.string().meta({ description: "Base64." }),
});

export const entryDiscardedDto = z.object({ discarded: z.literal(true) });

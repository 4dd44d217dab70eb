import { z } from "zod";
import { formDefinition } from "./schema";

const brief = {
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  published: z.int().nullable().meta({ description: "The number of the version that is filled in; null before there is one." }),
  changed: z.boolean().meta({ description: "What is being built differs from what is filled in." }),
  archived: z.boolean(),
};

const formBriefDto = z.object({ ...brief, fields: z.int().meta({ description: "Fields that it has." }) });
export type FormBriefDto = z.infer<typeof formBriefDto>;
export const formsDto = z.object({ forms: z.array(formBriefDto) });

/** A form as it is being built. */
export const formDto = z.object({ ...brief, definition: formDefinition });
export type FormDto = z.infer<typeof formDto>;

/** What can be filled in. */
export const openFormsDto = z.object({ forms: z.array(z.object({ uid: z.uuid(), name: z.string() })) });

export const formDeletedDto = z.object({ deleted: z.literal(true) });

import { z } from "zod";
import { formDefinition } from "./schema";

const brief = {
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  /** The number of the version that is filled in; null before there is one. */
  published: z.int().nullable(),
  /** What is being built differs from what is filled in. */
  changed: z.boolean(),
  archived: z.boolean(),
};

const formBriefDto = z.object({ ...brief, /** Fields that it has. */ fields: z.int() });
export type FormBriefDto = z.infer<typeof formBriefDto>;
export const formsDto = z.object({ forms: z.array(formBriefDto) });

/** A form as it is being built. */
export const formDto = z.object({ ...brief, definition: formDefinition });
export type FormDto = z.infer<typeof formDto>;

/** What can be filled in. */
export const openFormsDto = z.object({ forms: z.array(z.object({ uid: z.uuid(), name: z.string() })) });

export const formDeletedDto = z.object({ deleted: z.literal(true) });

import { z } from "zod";

const templateDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  steps: z.array(z.object({ standardUid: z.uuid(), title: z.string(), offsetDays: z.int(), waits: z.boolean() })),
});
export type TemplateDto = z.infer<typeof templateDto>;
export const templatesDto = z.object({ templates: z.array(templateDto) });

/** How many tasks were made. */
export const templateAppliedDto = z.object({ added: z.int() });

import { z } from "zod";

const templateDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  steps: z.array(
    z.object({
      standardUid: z.uuid(),
      title: z.string(),
      offsetDays: z.int().meta({ description: "Days from the day that the work begins to the one that it is due." }),
      waits: z.boolean().meta({ description: "Whether it waits for the one before it." }),
    }),
  ),
});
export type TemplateDto = z.infer<typeof templateDto>;
export const templatesDto = z.object({ templates: z.array(templateDto) });

export const templateAppliedDto = z.object({ added: z.int().meta({ description: "How many tasks were made." }) });

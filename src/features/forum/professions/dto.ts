import { z } from "zod";
import { textDto } from "@/lib/localized-schemas";

export const professionDto = z.object({
  uid: z.uuid(),
  slug: z.string().meta({ description: "Its name in addresses." }),
  version: z.int(),
  name: textDto,
  description: textDto,
  archived: z.boolean(),
  topicCount: z.int().meta({ description: "Threads in it." }),
});

export const savedDto = z.object({ uid: z.uuid(), version: z.int() });

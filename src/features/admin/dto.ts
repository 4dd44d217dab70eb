import { z } from "zod";
import { instant } from "@/lib/dto-fields";

export const keptMailDto = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  language: z.string(),
  sentAt: instant,
  attachments: z.array(z.object({ name: z.string(), type: z.string(), content: z.string().meta({ description: "Base64." }) })),
});

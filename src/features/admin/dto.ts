import { z } from "zod";

export const keptMailDto = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  language: z.string(),
  sentAt: z.string(),
  /** With their content in base64. */
  attachments: z.array(z.object({ name: z.string(), type: z.string(), content: z.string() })),
});

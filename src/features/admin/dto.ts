import { z } from "zod";

export const keptMailDto = z.object({
  id: z.uuid(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  language: z.string(),
  sentAt: z.string(),
});

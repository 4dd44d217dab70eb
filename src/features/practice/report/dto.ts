import { z } from "zod";

export const reportDto = z.object({
  /** A name for the file, which tells nothing of what stands in it. */
  name: z.string(),
  type: z.literal("application/pdf"),
  /** Base64. */
  content: z.string(),
});

import { z } from "zod";

export const reportDto = z.object({
  name: z.string().meta({ description: "A name for the file, which tells nothing of what stands in it." }),
  type: z.literal("application/pdf"),
  content: z.string().meta({ description: "Base64." }),
});

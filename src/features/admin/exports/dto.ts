import { z } from "zod";

export const exportDto = z.object({ name: z.string(), type: z.string(), content: z.string().meta({ description: "Base64." }) });

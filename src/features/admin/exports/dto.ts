import { z } from "zod";

/** A file: its bytes in base64. */
export const exportDto = z.object({ name: z.string(), type: z.string(), content: z.string() });

import { z } from "zod";

/** How many tasks were made. */
export const standardsUsedDto = z.object({ added: z.int() });

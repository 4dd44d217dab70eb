import { z } from "zod";

export const standardsUsedDto = z.object({ added: z.int().meta({ description: "How many tasks were made." }) });

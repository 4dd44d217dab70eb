import { z } from "zod";
import { STAR_PARTS } from "@/lib/enums/practice";

export const starDto = z.object({
  marks: z
    .array(z.object({ part: z.enum(STAR_PARTS), startMs: z.int(), endMs: z.int() }))
    .meta({ description: "In order, and apart. Times are milliseconds from the recording's start." }),
  shares: z
    .array(z.object({ part: z.enum(STAR_PARTS), ms: z.int(), percent: z.int() }))
    .meta({ description: "Each part's length, and its share of what is marked, in whole per cent." }),
});

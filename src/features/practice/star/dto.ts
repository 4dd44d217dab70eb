import { z } from "zod";
import { STAR_PARTS } from "@/lib/enums/practice";

export const starDto = z.object({
  /** In order, and apart. Times are milliseconds from the recording's start. */
  marks: z.array(z.object({ part: z.enum(STAR_PARTS), startMs: z.int(), endMs: z.int() })),
  /** Each part's length, and its share of what is marked, in whole per cent. */
  shares: z.array(z.object({ part: z.enum(STAR_PARTS), ms: z.int(), percent: z.int() })),
});

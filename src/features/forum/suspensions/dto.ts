import { z } from "zod";

export const standingDto = z.object({
  uid: z.uuid(),
  /** Until then they may read and not write. */
  suspendedUntil: z.string().nullable(),
});

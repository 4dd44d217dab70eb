import { z } from "zod";
import { instant } from "@/lib/dto-fields";

export const standingDto = z.object({
  uid: z.uuid(),
  suspendedUntil: instant.nullable().meta({ description: "Until then they may read and not write." }),
});

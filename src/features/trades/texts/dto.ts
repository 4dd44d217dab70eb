import { z } from "zod";
import { LOCALES } from "@/lib/locales";

const wording = z.object({ subject: z.string(), body: z.string() });

const textDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  name: z.string(),
  wordings: z.record(z.enum(LOCALES), wording).meta({ description: "Empty in languages in which nothing is written." }),
});
export type TextDto = z.infer<typeof textDto>;
export const textsDto = z.object({ texts: z.array(textDto) });

/** A text with a job in it. */
export const filledTextDto = wording.extend({
  to: z.string().meta({ description: "Where the customer reads mail; empty where nobody said." }),
});

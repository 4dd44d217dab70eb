import { z } from "zod";
import { instant } from "@/lib/dto-fields";

/** Somebody who wrote, as anybody sees them. */
export const bylineDto = z.object({
  handle: z.string(),
  name: z.string(),
  avatar: z.string().nullable().meta({ description: "A path of this site." }),
  sample: z.boolean().meta({ description: "Made up, to show what the place is for." }),
});

export const authorDto = bylineDto.extend({
  uid: z.uuid(),
  role: z.literal("team").nullable().meta({ description: "Somebody who runs the service." }),
});
export type AuthorDto = z.infer<typeof authorDto>;

/** Oneself. Before somebody has written anything it is what they would be called. */
export const memberDto = authorDto.extend({
  joined: z.boolean().meta({ description: "They have written, or chosen their name." }),
  postCount: z.int(),
  newcomer: z.boolean(),
  suspendedUntil: instant.nullable().meta({ description: "Until then they may read and not write." }),
});

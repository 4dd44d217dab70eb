import { z } from "zod";

/** Somebody who wrote, as anybody sees them. */
export const bylineDto = z.object({
  handle: z.string(),
  name: z.string(),
  /** A path of this site. */
  avatar: z.string().nullable(),
  /** Made up, to show what the place is for. */
  sample: z.boolean(),
});

export const authorDto = bylineDto.extend({
  uid: z.uuid(),
  /** Somebody who runs the service. */
  role: z.literal("team").nullable(),
});
export type AuthorDto = z.infer<typeof authorDto>;

/** Oneself. Before somebody has written anything it is what they would be called. */
export const memberDto = authorDto.extend({
  /** They have written, or chosen their name. */
  joined: z.boolean(),
  postCount: z.int(),
  newcomer: z.boolean(),
  /** Until then they may read and not write. */
  suspendedUntil: z.string().nullable(),
});

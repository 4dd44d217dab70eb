import { z } from "zod";

export const faqInput = z.object({ search: z.string().trim().max(200).optional() });
export type FaqInput = z.infer<typeof faqInput>;

export const voteInput = z.object({ uid: z.uuid(), helpful: z.boolean() });
export type VoteInput = z.infer<typeof voteInput>;

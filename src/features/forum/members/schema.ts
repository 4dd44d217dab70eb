import { z } from "zod";
import { id, seenLine } from "@/lib/typed";
import { HANDLE, isHandle, toHandle } from "./rules";

export const memberInput = z.object({
  /** No addresses: names stand in mails to other people. */
  name: seenLine(60)
    .pipe(z.string().min(1))
    .refine((value) => /[\p{L}\p{N}]/u.test(value) && !/:\/\/|[<>@]|\.\p{L}{2}/iu.test(value), "name"),
  handle: z.string().trim().transform(toHandle).pipe(z.string().min(HANDLE.min).max(HANDLE.max).refine(isHandle, "handle")),
});
export type MemberInput = z.infer<typeof memberInput>;

export const suggestInput = z.object({
  /** What was typed after the @. */
  text: z.string().trim().max(40),
  /** Those who have written there come first. */
  topicId: id.optional(),
});
export type SuggestInput = z.infer<typeof suggestInput>;

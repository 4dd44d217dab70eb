import { z } from "zod";
import { containsAddress, id, nameField } from "@/lib/fields";
import { toHandle } from "@/lib/mentions";
import { HANDLE, isHandle, isReadable, isReserved } from "./rules";

export const memberInput = z.object({
  /** No addresses: names stand in mails to other people. */
  name: nameField(60)
    .pipe(z.string().min(1))
    .refine((value) => /[\p{L}\p{N}]/u.test(value) && isReadable(value) && !containsAddress(value), "name"),
  handle: z.string().trim().transform(toHandle).pipe(z.string().min(HANDLE.min).max(HANDLE.max).refine(isHandle, "handle")),
});
export type MemberInput = z.infer<typeof memberInput>;

/** A name that nobody saved as theirs, by the rules of those that are: where it could not be saved, the handle stands for it. */
export function soundName(name: string, handle: string, team: boolean): string {
  const { data } = memberInput.shape.name.safeParse(name);
  return data !== undefined && (team || !isReserved(data)) ? data : handle;
}

export const suggestInput = z.object({
  /** What was typed after the @. */
  text: z.string().trim().max(40),
  /** Those who have written there come first. */
  topicId: id.optional(),
});
export type SuggestInput = z.infer<typeof suggestInput>;

import { z } from "zod";
import { ids, seenEdit, seenVersion } from "@/lib/fields";
import { uidInput } from "@/lib/inputs";
import { LOCALES } from "@/lib/locales";
import { translated } from "@/lib/localized-schemas";

/** Characters that a search may have. */
const SEARCH_MAX = 200;

const search = z.string().trim().max(SEARCH_MAX).optional();

export const faqInput = z.object({ search });
export type FaqInput = z.infer<typeof faqInput>;

export const voteInput = z.strictObject({ uid: z.uuid(), helpful: z.boolean() });
export type VoteInput = z.infer<typeof voteInput>;

export const entriesInput = z.object({
  search,
  state: z.enum(["published", "draft"]).optional(),
  /** Only what is still to be written in this language. */
  missing: z.enum(LOCALES).optional(),
});
export type EntriesInput = z.infer<typeof entriesInput>;

export const QUESTION_MAX = 200;
export const ANSWER_MAX = 4000;

/** An entry's texts and its category. Without uid one is made that nobody sees until it is published. */
export const entryInput = z.strictObject({
  uid: z.uuid().optional(),
  version: seenVersion,
  category: z.uuid("choice"),
  question: translated(QUESTION_MAX),
  answer: translated(ANSWER_MAX),
});
export type EntryInput = z.infer<typeof entryInput>;

export const deleteInput = uidInput.extend({ editedAt: seenEdit });
export type DeleteInput = z.infer<typeof deleteInput>;
export const publishInput = z.strictObject({ uids: ids, published: z.boolean() });
export type PublishInput = z.infer<typeof publishInput>;

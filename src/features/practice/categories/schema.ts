import { z } from "zod";
import { id, ids } from "@/lib/fields";
import type { moveInput } from "@/lib/inputs";
import { inEveryLanguage } from "@/lib/localized-schemas";

/** Letters of a category's name, and of what is said of it. */
export const CATEGORY = { name: 80, description: 300 } as const;

/** Without uid one is made, as the last. With it the version that was read is named: where another has come since, nothing is saved. */
export const categoryInput = z.strictObject({
  uid: id.optional(),
  version: z.int().min(1).optional(),
  name: inEveryLanguage(CATEGORY.name),
  description: inEveryLanguage(CATEGORY.description),
});
export type CategoryInput = z.infer<typeof categoryInput>;

export const retireInput = z.strictObject({ uids: ids, retired: z.boolean() });
export type RetireInput = z.infer<typeof retireInput>;

export type MoveInput = z.infer<typeof moveInput>;

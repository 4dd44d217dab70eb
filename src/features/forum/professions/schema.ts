import { z } from "zod";
import { id, ids } from "@/lib/fields";
import type { moveInput } from "@/lib/inputs";
import { inEveryLanguage } from "@/lib/localized-schemas";

/** Letters of a room's name, of what is said of it, and of its name in addresses. */
export const ROOM = { name: 80, description: 300, slug: 60 } as const;

export const slug = z
  .string()
  .trim()
  .max(ROOM.slug)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "format");

/**
 * Without uid a room is made, as the last, with a name for addresses that it keeps. With it the version that was read is named:
 * where another has come since, nothing is saved.
 */
export const professionInput = z.strictObject({
  uid: id.optional(),
  version: z.int().min(1).optional(),
  slug: slug.optional(),
  name: inEveryLanguage(ROOM.name),
  description: inEveryLanguage(ROOM.description),
});
export type ProfessionInput = z.infer<typeof professionInput>;

export const archiveInput = z.strictObject({ uids: ids, archived: z.boolean() });
export type ArchiveInput = z.infer<typeof archiveInput>;

export type MoveInput = z.infer<typeof moveInput>;

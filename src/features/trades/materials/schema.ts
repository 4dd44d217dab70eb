import { z } from "zod";
import { MATERIAL_CATEGORIES } from "@/lib/enums/trades-pricing";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { LONGEST, MATERIAL, THICKEST, WIDEST_KERF, WIDEST_TRIM } from "./rules";

/** A length in whole mm. */
export const side = z.int().min(1).max(LONGEST);
export const thickness = z.int().min(1).max(THICKEST);

export const materialsInput = workspaceInput.extend({ search: z.string().trim().max(100).optional() });
export type MaterialsInput = z.infer<typeof materialsInput>;

export const materialFields = z.strictObject({
  name: nameField(MATERIAL.name).pipe(z.string().min(1)),
  category: z.enum(MATERIAL_CATEGORIES),
  thickness,
  finish: nameField(MATERIAL.finish).default(""),
  /** Whether it looks otherwise when it is turned. */
  grain: z.boolean().default(false),
  /** What a slab usually measures. */
  slabLength: side,
  slabWidth: side,
  kerf: z.int().min(0).max(WIDEST_KERF),
  trim: z.int().min(0).max(WIDEST_TRIM),
  /** What is left is kept if its sides are at least these, whichever way round. */
  remnantLength: side,
  remnantWidth: side,
  retired: z.boolean().default(false),
});
export type MaterialFields = z.infer<typeof materialFields>;

/** With the uid of one, and the version that was seen, it takes the place of what stands there. */
export const materialSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...materialFields.shape }),
);
export type MaterialSaveInput = z.infer<typeof materialSaveInput>;

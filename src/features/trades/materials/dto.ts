import { z } from "zod";
import { MATERIAL_CATEGORIES } from "@/lib/enums/trades-pricing";

const category = z.enum(MATERIAL_CATEGORIES);

export const materialDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  category,
  /** Lengths are in mm. */
  thickness: z.int(),
  finish: z.string(),
  grain: z.boolean(),
  slabLength: z.int(),
  slabWidth: z.int(),
  kerf: z.int(),
  trim: z.int(),
  remnantLength: z.int(),
  remnantWidth: z.int(),
  retired: z.boolean(),
  /** It may not be worked with any more where the shop is. */
  banned: z.boolean(),
  version: z.int(),
});

export const materialsDto = z.object({
  materials: z.array(materialDto),
  /** What may not be worked with any more where the shop is. */
  banned: z.array(category),
});

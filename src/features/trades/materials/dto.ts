import { z } from "zod";
import { mm } from "@/lib/dto-fields";
import { MATERIAL_CATEGORIES } from "@/lib/enums/trades-pricing";

const category = z.enum(MATERIAL_CATEGORIES);

export const materialDto = z.object({
  uid: z.uuid(),
  name: z.string(),
  category,
  thickness: mm,
  finish: z.string(),
  grain: z.boolean(),
  slabLength: mm,
  slabWidth: mm,
  kerf: mm,
  trim: mm,
  remnantLength: mm,
  remnantWidth: mm,
  retired: z.boolean(),
  banned: z.boolean().meta({ description: "It may not be worked with any more where the shop is." }),
  version: z.int(),
});

export const materialsDto = z.object({
  materials: z.array(materialDto),
  banned: z.array(category).meta({ description: "What may not be worked with any more where the shop is." }),
});

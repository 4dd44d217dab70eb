import { z } from "zod";
import { id } from "@/lib/fields";
import { MOST_QUANTITY } from "@/lib/pricing/amounts";
import { workspaceInput } from "@/lib/workspace-input";
import { MOST_COUNTED } from "../stock/rules";
import { note } from "../stock/schema";

export const countSheetInput = workspaceInput.extend({
  search: z.string().trim().max(100).meta({ description: "A part of the code, the name or the bin." }).optional(),
});
export type CountSheetInput = z.infer<typeof countSheetInput>;

const many = z
  .int()
  .min(0)
  .max(MOST_QUANTITY * 1000);

export const countInput = workspaceInput.extend({
  items: z
    .array(
      z.strictObject({
        uid: id,
        counted: many.meta({ description: "Thousandths of the unit: what somebody found." }),
        seen: many.meta({ description: "Thousandths of the unit: what was on hand by the books when they began." }),
      }),
    )
    .min(1)
    .max(MOST_COUNTED)
    .refine((all) => new Set(all.map(({ uid }) => uid)).size === all.length),
  note,
});
export type CountInput = z.infer<typeof countInput>;

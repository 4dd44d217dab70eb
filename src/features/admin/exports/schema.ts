import { z } from "zod";
import { IMPORT_KINDS } from "@/lib/enums/imports";
import { id } from "@/lib/fields";

export const exportInput = z.strictObject({
  kind: z.enum(IMPORT_KINDS).default("questions"),
  category: id.meta({ description: "Only this one's questions." }).optional(),
  template: z.boolean().meta({ description: "The first of them only, to see what a file looks like." }).optional(),
});
export type ExportInput = z.infer<typeof exportInput>;

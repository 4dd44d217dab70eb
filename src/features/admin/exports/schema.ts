import { z } from "zod";
import { IMPORT_KINDS } from "@/lib/enums/imports";
import { id } from "@/lib/typed";

export const exportInput = z.strictObject({
  kind: z.enum(IMPORT_KINDS).default("questions"),
  /** Only this one's questions. */
  category: id.optional(),
  /** The first of them only, to see what a file looks like. */
  template: z.boolean().optional(),
});
export type ExportInput = z.infer<typeof exportInput>;

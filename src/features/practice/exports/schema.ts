import { z } from "zod";
import { id } from "@/lib/typed";

/** One category's questions, or all. */
export const exportInput = z.strictObject({ category: id.optional() });
export type ExportInput = z.infer<typeof exportInput>;

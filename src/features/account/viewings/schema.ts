import { z } from "zod";
import { id } from "@/lib/fields";

export const viewingInput = z.strictObject({ uid: id });
export const viewingAnswerInput = z.strictObject({ uid: id, allow: z.boolean() });
export type ViewingAnswerInput = z.infer<typeof viewingAnswerInput>;

import { z } from "zod";
import { id } from "@/lib/fields";
import { LOCALES } from "@/lib/locales";

export const requestInput = z.strictObject({
  answer_id: id,
  staged: z
    .boolean()
    .meta({ description: "Of a video reviewers first hear the voice alone, which follows through the upload endpoint." })
    .default(false),
  staffMay: z.boolean().meta({ description: "Whether staff may review it when no peer comes for two days." }).default(false),
  language: z.enum(LOCALES).meta({ description: "What is spoken in it; the account's language unless told otherwise." }).optional(),
});
export type RequestInput = z.infer<typeof requestInput>;

export const ofAnswerInput = z.strictObject({ answer_id: id });

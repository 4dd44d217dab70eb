import { z } from "zod";
import { LOCALES } from "@/lib/locales";
import { id } from "@/lib/typed";

export const requestInput = z.strictObject({
  answer_id: id,
  /** Of a video reviewers first hear the voice alone, which follows through the upload endpoint. */
  staged: z.boolean().default(false),
  /** Whether staff may review it when no peer comes for two days. */
  staffMay: z.boolean().default(false),
  /** What is spoken in it; the account's language unless told otherwise. */
  language: z.enum(LOCALES).optional(),
});
export type RequestInput = z.infer<typeof requestInput>;

export const ofAnswerInput = z.strictObject({ answer_id: id });

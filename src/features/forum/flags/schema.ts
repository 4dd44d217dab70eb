import { z } from "zod";
import { FLAG_REASONS } from "@/lib/enums/forum";
import { id, textField } from "@/lib/fields";
import { MAX_NOTE } from "./rules";

export const flagInput = z
  .object({
    postId: id,
    reason: z.enum(FLAG_REASONS),
    /** What else there is to say; needed where none of the reasons fits. */
    note: textField(MAX_NOTE).default(""),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== "", { path: ["note"], message: "required" });
export type FlagInput = z.infer<typeof flagInput>;

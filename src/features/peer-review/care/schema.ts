import { z } from "zod";
import { REVIEW_OUTCOMES } from "@/lib/enums/peer-review";
import { id } from "@/lib/fields";
import { MAX_COMMENTS } from "../rules";
import { reasonField } from "../schema";

export const decideInput = z
  .strictObject({
    uid: id,
    outcome: z.enum(REVIEW_OUTCOMES),
    reason: reasonField.meta({ description: "Why, as both sides are told it." }),
    takenOut: z
      .strictObject({
        good: z.boolean().default(false),
        suggestion: z.boolean().default(false),
        comments: z
          .array(
            z
              .int()
              .min(0)
              .max(MAX_COMMENTS - 1),
          )
          .max(MAX_COMMENTS)
          .default([]),
      })
      .meta({ description: "What is taken out, where it is edited: texts, and comments by their place in the list." })
      .optional(),
  })
  .refine(({ outcome, takenOut: out }) => outcome !== "edited" || (out && (out.good || out.suggestion || out.comments.length > 0)), {
    path: ["takenOut"],
    message: "required",
  });
export type DecideInput = z.infer<typeof decideInput>;

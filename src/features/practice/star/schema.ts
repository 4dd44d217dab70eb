import { z } from "zod";
import { DAY_MS } from "@/lib/durations";
import { STAR_PARTS } from "@/lib/enums/practice";
import { id } from "@/lib/fields";
import { isInOrder, MAX_MARKS } from "./rules";

const ms = z.int().min(0).max(DAY_MS).meta({ description: "Milliseconds from the recording's start." });

const starMarks = z
  .array(z.strictObject({ part: z.enum(STAR_PARTS), startMs: ms, endMs: ms }))
  .max(MAX_MARKS)
  .refine(isInOrder, "invalid");

export const starInput = z.strictObject({
  uid: id,
  marks: starMarks,
  seen: starMarks
    .meta({ description: "What stood there when these were made: other marks that came since are not written over. Without it they are." })
    .optional(),
});
export type StarInput = z.infer<typeof starInput>;

export const starOfInput = z.strictObject({ uid: id });

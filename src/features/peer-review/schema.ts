import { z } from "zod";
import { DAY_MS } from "@/lib/durations";
import { FLAG_REASONS } from "@/lib/enums/forum";
import { RATING_SCALES, type RatingScale } from "@/lib/enums/practice";
import { id, textField } from "@/lib/fields";
import { isNameless, MAX_COMMENT, MAX_COMMENTS, MAX_HEARD, MAX_TEXT, REASON } from "./rules";

const score = z.int().min(1).max(5);
export const scores = Object.fromEntries(RATING_SCALES.map((scale) => [scale, score])) as Record<RatingScale, typeof score>;
export const ratingsField = z.strictObject(scores);

const DAY_SECONDS = 86_400;
const second = z.number().min(0).max(DAY_SECONDS);
const ms = z.int().min(0).max(DAY_MS);

/** What one stranger says to another. */
const saidText = (max: number) => textField(max).refine(isNameless, "ways");

export const commentsOf = (text: z.ZodType<string>) =>
  z.array(z.strictObject({ second, text: text.pipe(z.string().min(1)) })).max(MAX_COMMENTS);
export const commentsField = commentsOf(saidText(MAX_COMMENT));
export const reviewTextField = saidText(MAX_TEXT);
export const heardField = z.array(z.tuple([ms, ms]).refine(([from, to]) => from <= to, "invalid")).max(MAX_HEARD);

export const reasonField = textField(REASON.max).pipe(z.string().min(REASON.min));

export const disputeInput = z.strictObject({ uid: id, reason: reasonField });

export const reportInput = z
  .strictObject({
    uid: id,
    reason: z.enum(FLAG_REASONS),
    /** What else there is to say; needed where none of the reasons fits. */
    note: textField(REASON.max).default(""),
  })
  .refine(({ reason, note }) => reason !== "other" || note !== "", { path: ["note"], message: "required" });
export type ReportInput = z.infer<typeof reportInput>;

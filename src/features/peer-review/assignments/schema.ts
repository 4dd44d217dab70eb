import { z } from "zod";
import { id, textField } from "@/lib/fields";
import { LOCALES } from "@/lib/locales";
import { MAX_COMMENT, MAX_TEXT } from "../rules";
import { commentsOf, heardField, ratingsField } from "../schema";

export const draftInput = z.strictObject({
  uid: id,
  after: z.iso
    .datetime()
    .nullable()
    .meta({
      description: "When what this goes on from was saved, null where that was nothing: kept only if nothing else has been saved since.",
    })
    .optional(),
  ratings: ratingsField.partial().default({}),
  // What nobody else reads may say anything; sent it is looked at.
  good: textField(MAX_TEXT).default(""),
  suggestion: textField(MAX_TEXT).default(""),
  comments: commentsOf(textField(MAX_COMMENT)).default([]),
  heard: heardField.meta({ description: "Which stretches were played, as the device tells it: from and to, in milliseconds." }).default([]),
});
export type DraftInput = z.infer<typeof draftInput>;

export const firstInput = z.strictObject({ uid: id, ratings: ratingsField });
export type FirstInput = z.infer<typeof firstInput>;

export const languagesInput = z.strictObject({
  languages: z
    .array(z.enum(LOCALES))
    .min(1)
    .max(LOCALES.length)
    .transform((chosen) => LOCALES.filter((locale) => chosen.includes(locale))),
});
export type LanguagesInput = z.infer<typeof languagesInput>;

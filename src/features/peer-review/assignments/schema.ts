import { z } from "zod";
import { LOCALES } from "@/lib/locales";
import { id } from "@/lib/typed";
import { commentsField, heardField, ratingsField, textField } from "../schema";

export const draftInput = z.strictObject({
  uid: id,
  ratings: ratingsField.partial().default({}),
  good: textField.default(""),
  suggestion: textField.default(""),
  comments: commentsField.default([]),
  heard: heardField.default([]),
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

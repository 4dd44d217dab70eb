import { z } from "zod";
import { id, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { byLocale, LOCALES } from "@/lib/locales";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { TEXT, unknownIn } from "./rules";

const known = (text: string): boolean => unknownIn(text) === undefined;

/** A language in which nothing is written has two empty lines. */
const wording = z.strictObject({
  subject: nameField(TEXT.subject).pipe(z.string().refine(known, "placeholder")).default(""),
  body: textField(TEXT.body).pipe(z.string().refine(known, "placeholder")).default(""),
});

export const textFields = z.strictObject({
  name: nameField(TEXT.name).pipe(z.string().min(1)),
  wordings: z.strictObject(byLocale(() => wording)).refine((all) => Object.values(all).some(({ body }) => body !== ""), "required"),
});
export type TextFields = z.infer<typeof textFields>;

/** With the uid of a text, and the version that was seen, it takes the place of what stands there. */
export const textSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...textFields.shape }),
);
export type TextSaveInput = z.infer<typeof textSaveInput>;

export const textDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type TextDeleteInput = z.infer<typeof textDeleteInput>;

export const textFillInput = workspaceInput.extend({ uid: id, jobUid: id, locale: z.enum(LOCALES) });
export type TextFillInput = z.infer<typeof textFillInput>;

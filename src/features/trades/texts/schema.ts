import { z } from "zod";
import { byLocale, LOCALES } from "@/lib/locales";
import { id, seenLine, typed } from "@/lib/typed";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { TEXT, unknownIn } from "./rules";

const version = z.int().min(1);
const known = (text: string): boolean => unknownIn(text) === undefined;

/** A language in which nothing is written has two empty lines. */
const wording = z.strictObject({
  subject: seenLine(TEXT.subject).pipe(z.string().refine(known, "placeholder")).default(""),
  body: typed(TEXT.body).pipe(z.string().refine(known, "placeholder")).default(""),
});

export const textFields = z.strictObject({
  name: seenLine(TEXT.name).pipe(z.string().min(1)),
  wordings: z.strictObject(byLocale(() => wording)).refine((all) => Object.values(all).some(({ body }) => body !== ""), "required"),
});
export type TextFields = z.infer<typeof textFields>;

/** With the uid of a text, and the version that was seen, it takes the place of what stands there. */
export const textSaveInput = newOrInPlace(workspaceInput.extend({ uid: id.optional(), version: version.optional(), ...textFields.shape }));
export type TextSaveInput = z.infer<typeof textSaveInput>;

export const textDeleteInput = workspaceInput.extend({ uid: id, version });
export type TextDeleteInput = z.infer<typeof textDeleteInput>;

export const textFillInput = workspaceInput.extend({ uid: id, jobUid: id, locale: z.enum(LOCALES) });
export type TextFillInput = z.infer<typeof textFillInput>;

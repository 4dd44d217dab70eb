import { z } from "zod";
import { ENTRY_STATES } from "@/lib/enums/trades-forms";
import { id, nameField, textField } from "@/lib/fields";
import { type FormAnswers, SIGNATURE } from "@/lib/form-definitions";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { workspaceInput } from "@/lib/workspace-input";
import { MOST_FIELDS, MOST_MM, MOST_OPTIONS, MOST_PHOTOS, MOST_VERSIONS } from "../forms/rules";
import { ANSWER, MOST_POINTS, MOST_STROKES } from "./rules";

const point = z.tuple([z.int().min(0).max(SIGNATURE.width), z.int().min(0).max(SIGNATURE.height)]);

/** An answer says what kind it is, so that it is not taken for one to another kind of question. */
const answer = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("text"), text: textField(ANSWER.text) }),
  z.strictObject({ kind: z.literal("number"), value: z.int().min(-MOST_MM).max(MOST_MM) }),
  z.strictObject({ kind: z.literal("choice"), options: z.array(id).max(MOST_OPTIONS) }),
  z.strictObject({ kind: z.literal("photo"), photos: z.array(id).max(MOST_PHOTOS) }),
  z
    .strictObject({
      kind: z.literal("signature"),
      name: nameField(ANSWER.name),
      confirmed: z.boolean(),
      strokes: z
        .array(z.array(point).min(1).max(MOST_POINTS))
        .max(MOST_STROKES)
        .refine((strokes) => strokes.flat().length <= MOST_POINTS, { error: "tooMany", params: { maximum: MOST_POINTS } }),
    })
    .meta({ description: "Who cannot draw types the name and confirms that it stands for the signature; there are no strokes then." }),
]);

/** By the ids of the fields. */
export const formAnswers = z
  .record(id, answer)
  .refine((answers) => Object.keys(answers).length <= MOST_FIELDS, "tooMany") satisfies z.ZodType<FormAnswers>;

export const entriesInput = workspaceInput.extend({
  formUid: id.optional(),
  state: z.enum(ENTRY_STATES).optional(),
  ...pageInput.shape,
});
export type EntriesInput = z.infer<typeof entriesInput>;

export const jobEntriesInput = workspaceInput.extend({ jobUid: id });

export const entryOfInput = workspaceInput.extend({ uid: id });

/**
 * A form to fill in: for a task, which says of which job it is, for a job, or for the shop itself. What was begun on a device has its uid
 * from there, and is begun once however often it is sent; with a number it keeps that version of the form, whatever came after it.
 */
export const entryStartInput = workspaceInput
  .extend({
    uid: id.optional(),
    formUid: id,
    number: z.int().min(1).max(MOST_VERSIONS).optional(),
    jobUid: id.nullable().default(null),
    taskUid: id
      .nullable()
      .default(null)
      .meta({ examples: [null] }),
  })
  .refine(({ uid, number }) => number === undefined || uid !== undefined, { path: ["uid"], message: "required" })
  .refine(({ jobUid, taskUid }) => jobUid === null || taskUid === null, { path: ["jobUid"], message: "invalid" })
  .meta({ dependentRequired: { number: ["uid"] } });
export type EntryStartInput = z.infer<typeof entryStartInput>;

export const entrySaveInput = entryOfInput.extend({ version: rowVersion, answers: formAnswers });
export type EntrySaveInput = z.infer<typeof entrySaveInput>;

export const entryDiscardInput = entryOfInput.extend({ version: rowVersion });
export type EntryDiscardInput = z.infer<typeof entryDiscardInput>;

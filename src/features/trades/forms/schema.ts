import { z } from "zod";
import { CONDITION_JOINS, FORM_FIELD_KINDS, NUMBER_UNITS } from "@/lib/enums/trades-forms";
import { id, nameField, textField } from "@/lib/fields";
import type { FormDefinition } from "@/lib/form-definitions";
import { rowVersion } from "@/lib/inputs";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { FORM, MOST_CONDITIONS, MOST_FIELDS, MOST_MM, MOST_OPTIONS, MOST_PHOTOS } from "./rules";

const kind = z.enum(FORM_FIELD_KINDS);
const quantity = z.int().min(-MOST_MM).max(MOST_MM);

/** An option is named by its id, an amount by itself. */
const condition = z.discriminatedUnion("test", [
  z.strictObject({ test: z.literal("chosen"), field: id, option: id }),
  z.strictObject({ test: z.literal("atLeast"), field: id, value: quantity }),
]);

const shown = {
  /** Stays with the field however often its words are changed: answers and conditions name it. */
  id,
  label: nameField(FORM.label),
  /** A field without conditions always shows. */
  when: z.strictObject({ join: z.enum(CONDITION_JOINS), conditions: z.array(condition).min(1).max(MOST_CONDITIONS) }).nullable(),
};
const asked = { ...shown, help: textField(FORM.help), required: z.boolean() };

const field = z.discriminatedUnion("kind", [
  z.strictObject({ kind: kind.extract(["text"]), ...asked, /** Several lines. */ long: z.boolean() }),
  z.strictObject({
    kind: kind.extract(["number"]),
    ...asked,
    unit: z.enum(NUMBER_UNITS),
    min: quantity.nullable(),
    max: quantity.nullable(),
  }),
  z.strictObject({
    kind: kind.extract(["choice"]),
    ...asked,
    /** More than one at a time. */
    several: z.boolean(),
    options: z.array(z.strictObject({ id, label: nameField(FORM.option) })).max(MOST_OPTIONS),
  }),
  z.strictObject({ kind: kind.extract(["photo"]), ...asked, most: z.int().min(1).max(MOST_PHOTOS) }),
  z.strictObject({ kind: kind.extract(["signature"]), ...asked }),
  z.strictObject({ kind: kind.extract(["heading"]), ...shown }),
  z.strictObject({ kind: kind.extract(["note"]), ...shown }),
]);

/**
 * What a form asks, from top to bottom. It may be half built: what keeps it from being published is asked of `definitionProblems`.
 * Each field has an id of its own, as answers are kept by them.
 */
export const formDefinition = z.strictObject({
  fields: z
    .array(field)
    .max(MOST_FIELDS)
    .refine((fields) => new Set(fields.map((one) => one.id)).size === fields.length, "alike"),
}) satisfies z.ZodType<FormDefinition>;

export const formFields = z.strictObject({ name: nameField(FORM.name).pipe(z.string().min(1)), ...formDefinition.shape });
export type FormFields = z.infer<typeof formFields>;

export const formOfInput = workspaceInput.extend({ uid: id });

/** With the uid of a form, and the version that was seen, it takes the place of what stands there. */
export const formSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...formFields.shape }),
);
export type FormSaveInput = z.infer<typeof formSaveInput>;

export const formSeenInput = formOfInput.extend({ version: rowVersion });
export type FormSeenInput = z.infer<typeof formSeenInput>;

export const formArchiveInput = formSeenInput.extend({ archived: z.boolean() });
export type FormArchiveInput = z.infer<typeof formArchiveInput>;

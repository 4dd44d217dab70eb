import { z } from "zod";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { plannedDay } from "../schema";
import { FARTHEST_DAY, MOST_STEPS, TEMPLATE } from "./rules";

export const templateFields = z.strictObject({
  name: nameField(TEMPLATE.name).pipe(z.string().min(1)),
  /** Standard tasks in the order in which they are done. */
  steps: z
    .array(z.strictObject({ standardUid: id, offsetDays: z.int().min(0).max(FARTHEST_DAY), waits: z.boolean().default(false) }))
    .min(1)
    .max(MOST_STEPS),
});
export type TemplateFields = z.infer<typeof templateFields>;

/** With the uid of a template, and the version that was seen, it takes the place of what stands there. */
export const templateSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...templateFields.shape }),
);
export type TemplateSaveInput = z.infer<typeof templateSaveInput>;

export const templateDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type TemplateDeleteInput = z.infer<typeof templateDeleteInput>;

/** @param startOn the day of the workspace's calendar on which the work begins */
export const templateApplyInput = workspaceInput.extend({ uid: id, jobUid: id, startOn: plannedDay });
export type TemplateApplyInput = z.infer<typeof templateApplyInput>;

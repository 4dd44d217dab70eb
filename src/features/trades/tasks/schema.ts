import { z } from "zod";
import { MOVES } from "@/lib/enums/service";
import { TASK_DUE, TASK_ORDERS, TASK_STATES, TASK_WHOSE } from "@/lib/enums/trades-tasks";
import { id, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { plannedDay } from "../schema";
import { MOST_ASSIGNEES, MOST_CHECKS, MOST_STANDARD, MOST_TASKS, TASK } from "./rules";

export const tasksInput = workspaceInput.extend({
  /** Words of the title. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(TASK_STATES).optional(),
  whose: z.enum(TASK_WHOSE).optional(),
  /** A member who does them. */
  assignee: id.optional(),
  /** By the workspace's calendar, and of those alone that are yet to be done. */
  due: z.enum(TASK_DUE).optional(),
  order: z.enum(TASK_ORDERS).default("due"),
  descending: z.boolean().default(false),
  ...pageInput.shape,
});
export type TasksInput = z.infer<typeof tasksInput>;

export const taskOfInput = workspaceInput.extend({ uid: id });
export const jobTasksInput = workspaceInput.extend({ jobUid: id });

const title = nameField(TASK.title).pipe(z.string().min(1));
const checkText = nameField(TASK.check).pipe(z.string().min(1));

export const taskFields = z.strictObject({
  title,
  details: textField(TASK.details).default(""),
  dueOn: plannedDay.nullable().default(null),
  /** Members. */
  assignees: z.array(id).max(MOST_ASSIGNEES).default([]),
  /** The check-list, in its order: lines that name a uid keep their tick. */
  checks: z
    .array(z.strictObject({ uid: id.optional(), text: checkText }))
    .max(MOST_CHECKS)
    .default([]),
  /** Tasks of the same job that are to be done before. */
  needs: z.array(id).max(MOST_TASKS).default([]),
  /** What has to be filled in for it before it is done. */
  formUid: id.nullable().default(null),
});
export type TaskFields = z.infer<typeof taskFields>;

/** With the uid of a task, and the version that was seen, it takes the place of what stands there; of which job it is stays. */
export const taskSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), jobUid: id.nullable().default(null), ...taskFields.shape }),
);
export type TaskSaveInput = z.infer<typeof taskSaveInput>;

/** The step's own id comes from the device: one that is sent again is not taken again. */
export const taskMoveInput = taskOfInput
  .extend({ moveUid: id, version: rowVersion, to: z.enum(TASK_STATES), reason: textField(TASK.blockedFor).default("") })
  .refine(({ to, reason }) => to !== "blocked" || reason !== "", { path: ["reason"], message: "required" });
export type TaskMoveInput = z.infer<typeof taskMoveInput>;

export const taskCheckInput = taskOfInput.extend({ checkUid: id, checked: z.boolean() });
export type TaskCheckInput = z.infer<typeof taskCheckInput>;

export const taskOrderInput = taskOfInput.extend({ to: z.enum(MOVES) });
export type TaskOrderInput = z.infer<typeof taskOrderInput>;

export const taskDeleteInput = taskOfInput.extend({ version: rowVersion });
export type TaskDeleteInput = z.infer<typeof taskDeleteInput>;

export const standardFields = z.strictObject({
  title,
  details: textField(TASK.details).default(""),
  checks: z
    .array(z.strictObject({ text: checkText }))
    .max(MOST_CHECKS)
    .default([]),
  /** What has to be filled in for each of them before it is done. */
  formUid: id.nullable().default(null),
});
export type StandardFields = z.infer<typeof standardFields>;

export const standardSaveInput = newOrInPlace(
  workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...standardFields.shape }),
);
export type StandardSaveInput = z.infer<typeof standardSaveInput>;

/** Tasks for a job as the shop does them, each a new one. */
export const standardUseInput = workspaceInput.extend({ jobUid: id, uids: z.array(id).min(1).max(MOST_STANDARD) });
export type StandardUseInput = z.infer<typeof standardUseInput>;

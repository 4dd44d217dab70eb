import { z } from "zod";
import { TASK_STATES } from "@/lib/enums/trades-tasks";
import { formDefinition } from "../forms/schema";

const state = z.enum(TASK_STATES);

export const taskDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  title: z.string(),
  details: z.string(),
  state,
  /** What it waits for from outside; empty where it is not blocked. */
  blockedFor: z.string(),
  /** A day of the workspace's calendar. */
  dueOn: z.iso.date().nullable(),
  /** Null for what is the shop's own. */
  job: z
    .object({
      uid: z.uuid(),
      number: z.int(),
      title: z.string(),
      customer: z.string(),
      site: z.object({ name: z.string(), address: z.string(), access: z.string() }).nullable(),
    })
    .nullable(),
  /** Members, by name. */
  assignees: z.array(z.object({ uid: z.uuid(), name: z.string() })),
  checks: z.array(z.object({ uid: z.uuid(), text: z.string(), checked: z.boolean() })),
  /** What is to be done before. */
  needs: z.array(z.object({ uid: z.uuid(), title: z.string(), state })),
  /** How many notes were written about it. */
  notes: z.int(),
  /** What has to be filled in for it before it is done, and whether it was. */
  form: z.object({ uid: z.uuid(), name: z.string(), filled: z.boolean() }).nullable(),
});
export type TaskDto = z.infer<typeof taskDto>;

export const tasksDto = z.object({ tasks: z.array(taskDto) });

export const dayDto = z.object({
  /** By the workspace's calendar. */
  today: z.iso.date(),
  /** What is to be done by whoever asks, the first due first, and what they have done today. */
  tasks: z.array(taskDto),
  /** What these tasks ask to be filled in, as it is filled in now: it can be begun without asking the server. */
  forms: z.array(z.object({ uid: z.uuid(), name: z.string(), number: z.int(), definition: formDefinition })),
});
export type DayDto = z.infer<typeof dayDto>;

const standardDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  title: z.string(),
  details: z.string(),
  checks: z.array(z.object({ text: z.string() })),
  form: z.object({ uid: z.uuid(), name: z.string() }).nullable(),
});
export type StandardDto = z.infer<typeof standardDto>;
export const standardsDto = z.object({ tasks: z.array(standardDto) });

export const taskDeletedDto = z.object({ deleted: z.literal(true) });
export const taskCheckedDto = z.object({ checked: z.boolean() });

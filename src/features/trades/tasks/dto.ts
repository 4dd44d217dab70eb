import { z } from "zod";
import { day } from "@/lib/dto-fields";
import { TASK_STATES } from "@/lib/enums/trades-tasks";
import { formDefinition } from "../forms/schema";

const state = z.enum(TASK_STATES);

export const taskDto = z.object({
  uid: z.uuid(),
  version: z.int(),
  title: z.string(),
  details: z.string(),
  state,
  blockedFor: z.string().meta({ description: "What it waits for from outside; empty where it is not blocked." }),
  dueOn: day.nullable().meta({ description: "A day of the workspace's calendar." }),
  job: z
    .object({
      uid: z.uuid(),
      number: z.int(),
      title: z.string(),
      customer: z.string(),
      site: z.object({ name: z.string(), address: z.string(), access: z.string() }).nullable(),
    })
    .nullable()
    .meta({ description: "Null for what is the shop's own." }),
  assignees: z.array(z.object({ uid: z.uuid(), name: z.string() })).meta({ description: "Members, by name." }),
  checks: z.array(z.object({ uid: z.uuid(), text: z.string(), checked: z.boolean() })),
  needs: z.array(z.object({ uid: z.uuid(), title: z.string(), state })).meta({ description: "What is to be done before." }),
  notes: z.int().meta({ description: "How many notes were written about it." }),
  form: z
    .object({ uid: z.uuid(), name: z.string(), filled: z.boolean() })
    .nullable()
    .meta({ description: "What has to be filled in for it before it is done, and whether it was." }),
});
export type TaskDto = z.infer<typeof taskDto>;

export const tasksDto = z.object({ tasks: z.array(taskDto) });

export const dayDto = z.object({
  today: day.meta({ description: "By the workspace's calendar." }),
  tasks: z.array(taskDto).meta({ description: "What is to be done by whoever asks, the first due first, and what they have done today." }),
  forms: z
    .array(z.object({ uid: z.uuid(), name: z.string(), number: z.int(), definition: formDefinition }))
    .meta({ description: "What these tasks ask to be filled in, as it is filled in now: it can be begun without asking the server." }),
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

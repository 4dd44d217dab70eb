import { z } from "zod";
import { day, instant } from "@/lib/dto-fields";
import { JOB_STATES } from "@/lib/enums/trades";

const state = z.enum(JOB_STATES);

export const jobRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  title: z.string(),
  state,
  leftFrom: state.nullable().meta({ description: "Where it was when it was put away; null for what is on its way." }),
  dueOn: day.nullable().meta({ description: "A day of the workspace's calendar." }),
  version: z.int(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  address: z.string().meta({ description: "Of the site, empty where there is none." }),
});
export type JobRowDto = z.infer<typeof jobRowDto>;

export const jobDto = jobRowDto.omit({ address: true }).extend({
  description: z.string(),
  site: z.object({ uid: z.uuid(), name: z.string(), address: z.string(), access: z.string() }).nullable(),
  contact: z.object({ name: z.string(), phone: z.string() }).nullable().meta({ description: "Whom to talk to: the customer's first." }),
  createdAt: instant,
});

export const boardDto = z.object({
  columns: z.array(
    z.object({
      state,
      total: z.int(),
      jobs: z.array(jobRowDto).meta({ description: "The first by the day they are due, those without one last." }),
    }),
  ),
});
export type BoardDto = z.infer<typeof boardDto>;

export const jobWordsDto = z.object({
  labels: z.record(state, z.string()).meta({ description: "The shop's own words for states; what is empty has the language's." }),
  version: z.int(),
});

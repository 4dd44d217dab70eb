import { z } from "zod";
import { JOB_STATES } from "@/lib/enums/trades";

const state = z.enum(JOB_STATES);

export const jobRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  title: z.string(),
  state,
  /** Where it was when it was put away; null for what is on its way. */
  leftFrom: state.nullable(),
  /** A day of the workspace's calendar. */
  dueOn: z.iso.date().nullable(),
  version: z.int(),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  /** Of the site, empty where there is none. */
  address: z.string(),
});
export type JobRowDto = z.infer<typeof jobRowDto>;

export const jobDto = jobRowDto.omit({ address: true }).extend({
  description: z.string(),
  site: z.object({ uid: z.uuid(), name: z.string(), address: z.string(), access: z.string() }).nullable(),
  /** Whom to talk to: the customer's first. */
  contact: z.object({ name: z.string(), phone: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
});

export const boardDto = z.object({
  columns: z.array(
    z.object({
      state,
      total: z.int(),
      /** The first by the day they are due, those without one last. */
      jobs: z.array(jobRowDto),
    }),
  ),
});
export type BoardDto = z.infer<typeof boardDto>;

/** The shop's own words for states; what is empty has the language's. */
export const jobWordsDto = z.object({ labels: z.record(state, z.string()), version: z.int() });

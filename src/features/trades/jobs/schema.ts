import { z } from "zod";
import { JOB_DUE, JOB_ORDERS, JOB_STATES } from "@/lib/enums/trades";
import { id, nameField, textField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { plannedDay } from "../schema";
import { JOB } from "./rules";

export const jobsInput = workspaceInput.extend({
  /** Words of number and title, and of the customer. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(JOB_STATES).optional(),
  customerUid: id.optional(),
  /** By the workspace's calendar, and of those alone whose work is yet to be done. */
  due: z.enum(JOB_DUE).optional(),
  order: z.enum(JOB_ORDERS).default("number"),
  descending: z.boolean().default(true),
  ...pageInput.shape,
});
export type JobsInput = z.infer<typeof jobsInput>;

export const jobOfInput = workspaceInput.extend({ uid: id });

export const jobFields = z.strictObject({
  title: nameField(JOB.title).pipe(z.string().min(1)),
  description: textField(JOB.description).default(""),
  customerUid: id,
  /** One of that customer's. */
  siteUid: id.nullable().default(null),
  dueOn: plannedDay.nullable().default(null),
});
export type JobFields = z.infer<typeof jobFields>;

/** With the uid of a job, and the version that was seen, it takes the place of what stands there. */
export const jobSaveInput = newOrInPlace(workspaceInput.extend({ uid: id.optional(), version: rowVersion.optional(), ...jobFields.shape }));
export type JobSaveInput = z.infer<typeof jobSaveInput>;

export const jobMoveInput = jobOfInput.extend({
  version: rowVersion,
  to: z.enum(JOB_STATES),
  reason: textField(JOB.reason).default(""),
  /** What it is booked for from now on is cancelled in the same step, where the work is stopped or given up. */
  cancelBookings: z.boolean().default(false),
});
export type JobMoveInput = z.infer<typeof jobMoveInput>;

export const jobTimelineInput = jobOfInput.extend({
  /** From where the last answer ended (`meta.next`). */
  before: z.string().max(200).optional(),
});
export type JobTimelineInput = z.infer<typeof jobTimelineInput>;

/** A state without a word of the shop's own has the language's. */
const label = nameField(JOB.label).default("");
export const jobWordsFields = z.strictObject({
  labels: z.strictObject(
    Object.fromEntries(JOB_STATES.map((state) => [state, label])) as Record<(typeof JOB_STATES)[number], typeof label>,
  ),
});
export type JobWordsFields = z.infer<typeof jobWordsFields>;
export const jobWordsInput = workspaceInput.extend({ version: z.int().min(0), ...jobWordsFields.shape });
export type JobWordsInput = z.infer<typeof jobWordsInput>;

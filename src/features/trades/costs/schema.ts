import { z } from "zod";
import { JOB_STATES } from "@/lib/enums/trades";
import { id, nameField } from "@/lib/fields";
import { rowVersion } from "@/lib/inputs";
import { pageInput } from "@/lib/list-schemas";
import { MOST_AMOUNT, MOST_QUANTITY, ONE } from "@/lib/pricing/amounts";
import { newOrInPlace, workspaceInput } from "@/lib/workspace-input";
import { plannedDay } from "../schema";
import { COST, HAND_KINDS } from "./rules";

export const jobCostsInput = workspaceInput.extend({ jobUid: id, ...pageInput.shape });
export type JobCostsInput = z.infer<typeof jobCostsInput>;

export const budgetInput = workspaceInput.extend({ jobUid: id });

export const costFields = z.strictObject({
  kind: z.enum(HAND_KINDS),
  /** By the workspace's calendar. */
  day: plannedDay,
  text: nameField(COST.text).pipe(z.string().min(1)),
  /** Thousandths of an hour for labour, else of a piece. */
  quantity: z.int().min(1).max(MOST_QUANTITY).default(ONE),
  /** What all of it cost, in minor units of the workspace's currency. */
  amount: z.int().min(0).max(MOST_AMOUNT),
});
export type CostFields = z.infer<typeof costFields>;

/** With the uid of one, and the version that was seen, it takes the place of what stands there; it stays with its job. */
export const costSaveInput = newOrInPlace(
  workspaceInput.extend({ jobUid: id, uid: id.optional(), version: rowVersion.optional(), ...costFields.shape }),
);
export type CostSaveInput = z.infer<typeof costSaveInput>;

export const costDeleteInput = workspaceInput.extend({ uid: id, version: rowVersion });
export type CostDeleteInput = z.infer<typeof costDeleteInput>;

/** What the margins of jobs are listed by. */
export const MARGIN_ORDERS = ["number", "margin"] as const;

export const marginsInput = workspaceInput.extend({
  /** Words of number and title, and of the customer. */
  search: z.string().trim().max(100).optional(),
  state: z.enum(JOB_STATES).optional(),
  customerUid: id.optional(),
  order: z.enum(MARGIN_ORDERS).default("number"),
  descending: z.boolean().default(true),
  ...pageInput.shape,
});
export type MarginsInput = z.infer<typeof marginsInput>;

import { z } from "zod";
import { JOB_STATES } from "@/lib/enums/trades";
import { COST_KINDS, COST_SOURCES } from "@/lib/enums/trades-stock";
import { BUDGET_STATES } from "./rules";

// All of this is for those alone who manage the workspace: each procedure says so. Amounts are in minor units, rates in basis points.

export const costDto = z.object({
  uid: z.uuid(),
  kind: z.enum(COST_KINDS),
  source: z.enum(COST_SOURCES),
  day: z.iso.date(),
  text: z.string(),
  /** Thousandths of an hour for labour, else of a piece. */
  quantity: z.int(),
  amount: z.int(),
  /** The plan that it was cut by; null for what was not. */
  plan: z.object({ uid: z.uuid(), number: z.int() }).nullable(),
  /** Null for somebody who is in the workspace no more. */
  by: z.string().nullable(),
  version: z.int(),
});
export type CostDto = z.infer<typeof costDto>;

export const budgetDto = z.object({
  state: z.enum(BUDGET_STATES),
  /** Of what was quoted, at which those who manage the workspace are told. */
  alert: z.int(),
  /** What is asked for without tax. */
  net: z.int(),
  quoted: z.int(),
  actual: z.int(),
  /** What has been spent of what was quoted, and what remains of the net; null where nothing was quoted. */
  spent: z.int().nullable(),
  margin: z.int().nullable(),
  kinds: z.array(
    z.object({
      kind: z.enum(COST_KINDS),
      quoted: z.int(),
      actual: z.int(),
      /** What it has cost more than was quoted; less than 0: less. */
      variance: z.int(),
    }),
  ),
});

export const marginRowDto = z.object({
  uid: z.uuid(),
  number: z.int(),
  title: z.string(),
  state: z.enum(JOB_STATES),
  customer: z.object({ uid: z.uuid(), name: z.string() }),
  net: z.int(),
  quoted: z.int(),
  actual: z.int(),
  /** What remains of the net as was quoted, and as it is now; null where nothing is asked for. */
  quotedMargin: z.int().nullable(),
  margin: z.int().nullable(),
  budget: z.enum(BUDGET_STATES),
});
export type MarginRowDto = z.infer<typeof marginRowDto>;
